fn main() {
    let mut args = std::env::args().skip(1);
    let db = std::path::PathBuf::from(args.next().unwrap());
    let mut archive = casebook::store::Archive::create(&db).unwrap();
    let paths: Vec<std::path::PathBuf> = args.map(Into::into).collect();
    let sources = casebook::input::sources(&paths, &casebook::input::Options::default()).unwrap();
    let done =
        casebook::ingest::ingest(&mut archive, sources, &casebook::ingest::Request::default(), &mut |_| {
            Ok(())
        })
        .unwrap();
    println!("{:?}", done.summary);
}
