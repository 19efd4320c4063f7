fn main() {
    let mut a = std::env::args().skip(1);
    let c = rusqlite::Connection::open(a.next().unwrap()).unwrap();
    for q in a {
        let mut s = c.prepare(&q).unwrap();
        let n = s.column_count();
        let mut r = s.query([]).unwrap();
        while let Some(x) = r.next().unwrap() {
            println!(
                "{}",
                (0..n).map(|i| format!("{:?}", x.get_ref(i).unwrap())).collect::<Vec<_>>().join(" | ")
            );
        }
    }
}
