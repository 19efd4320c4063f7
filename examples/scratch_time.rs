fn main() {
    let mut args = std::env::args().skip(1);
    let c = rusqlite::Connection::open(args.next().unwrap()).unwrap();
    for sql in args {
        let mut s = c.prepare(&sql).unwrap();
        let mut best = f64::MAX;
        let mut n = 0;
        for _ in 0..5 {
            let t = std::time::Instant::now();
            n = 0;
            let mut rows = s.query([]).unwrap();
            while rows.next().unwrap().is_some() {
                n += 1;
            }
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("{:8.2} ms {n:8} rows  {}", best * 1e3, &sql.replace('\n', " ")[..sql.len().min(110)]);
        if std::env::var("PLAN").is_ok() {
            let mut p = c.prepare(&format!("explain query plan {sql}")).unwrap();
            let mut rows = p.query([]).unwrap();
            while let Some(r) = rows.next().unwrap() {
                println!("      {}", r.get::<_, String>(3).unwrap());
            }
        }
    }
}
