# What is done often. `just` lists it.

default:
    @just --list

# Everything that must hold before a change lands
check:
    .ci/run

# The fast tests
test *ARGS:
    cargo test {{ARGS}}

# Write the generated pages and snapshots anew, then look at the difference
bless:
    CASEBOOK_BLESS=1 INSTA_UPDATE=always cargo test
    git diff --stat

# Licences, advisories and repeated crates
deny:
    cargo deny check

# The answers on a large corpus against a separate computation
compare RUNS="2000":
    cargo build --release
    python3 scripts/corpus.py target/corpus-{{RUNS}} --runs {{RUNS}} --packets 1000 --messy --revisions 0.2
    python3 scripts/compare.py target/release/casebook target/corpus-{{RUNS}}
