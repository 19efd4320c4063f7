//! One source, however it is spelled.
//!
//! May use `text_key`. Invariant: two citations of one page have one key; the original URL is kept beside it.

use url::Url;

use super::text_key::text_key;

/// Query parameters that say where a reader came from, not what is read.
const TRACKING: [&str; 8] = ["fbclid", "gclid", "msclkid", "mc_cid", "mc_eid", "igshid", "ref_src", "yclid"];

/// The key of a citation's source: its canonical URL, or its type and title where it has none.
pub(crate) fn source_key(url: Option<&str>, kind: &str, title: &str) -> String {
    match url.filter(|url| !url.trim().is_empty()) {
        Some(url) => canonical_url(url),
        None => [kind, ":", &text_key(title)].concat(),
    }
}

/// The canonical form of a URL: scheme and host in lower case; without `www.`, default port, fragment,
/// trailing slash and tracking parameters; DOIs and arXiv papers in one form each.
pub(crate) fn canonical_url(text: &str) -> String {
    if let Some(paper) = doi(text).or_else(|| arxiv(text)) {
        return paper;
    }
    let Ok(url) = Url::parse(text) else { return text.trim().to_owned() };
    let Some(host) = url.host_str() else {
        return text.split('#').next().unwrap_or(text).to_owned();
    };
    let mut out = [url.scheme(), "://", host.strip_prefix("www.").unwrap_or(host)].concat();
    if let Some(port) = url.port() {
        out.push(':');
        out.push_str(&port.to_string());
    }
    out.push_str(url.path().trim_end_matches('/'));
    let kept = url.query().into_iter().flat_map(|query| query.split('&')).filter(|pair| !is_tracking(pair));
    for (index, pair) in kept.enumerate() {
        out.push(if index == 0 { '?' } else { '&' });
        out.push_str(pair);
    }
    out
}

fn is_tracking(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or(pair).to_ascii_lowercase();
    pair.is_empty() || name.starts_with("utm_") || TRACKING.contains(&name.as_str())
}

/// What follows the first of these prefixes that a text begins with, whatever its case.
fn after<'a>(text: &'a str, prefixes: &[&str]) -> Option<&'a str> {
    prefixes.iter().find_map(|prefix| {
        let (head, rest) = text.split_at_checked(prefix.len())?;
        head.eq_ignore_ascii_case(prefix).then_some(rest)
    })
}

/// The text without its scheme and `www.`, if it is of the web.
fn address(text: &str) -> Option<&str> {
    let rest = after(text, &["https://", "http://"])?;
    Some(after(rest, &["www."]).unwrap_or(rest))
}

fn doi(text: &str) -> Option<String> {
    let name = after(text, &["doi:"]).or_else(|| after(address(text)?, &["doi.org/", "dx.doi.org/"]))?;
    let name = name.split(['?', '#']).next().unwrap_or(name).trim_end_matches('/').to_lowercase();
    let name = name.replace("%2f", "/");
    match name.strip_prefix("10.48550/arxiv.") {
        Some(paper) => Some(arxiv_url(paper)),
        None => name.starts_with("10.").then(|| ["https://doi.org/", &name].concat()),
    }
}

fn arxiv(text: &str) -> Option<String> {
    let paper = after(text, &["arxiv:"]).or_else(|| {
        let path = after(address(text)?, &["arxiv.org/", "export.arxiv.org/"])?;
        after(path, &["abs/", "pdf/", "html/"])
    })?;
    let paper = paper.split(['?', '#']).next().unwrap_or(paper).trim_end_matches('/').to_lowercase();
    let paper = paper.strip_suffix(".pdf").unwrap_or(&paper);
    (!paper.is_empty()).then(|| arxiv_url(paper))
}

/// The page of a paper, whichever version of it was cited.
fn arxiv_url(paper: &str) -> String {
    let version = paper.rfind('v').filter(|&at| at > 0 && paper.len() > at + 1);
    let paper = match version {
        Some(at) if paper[at + 1..].bytes().all(|byte| byte.is_ascii_digit()) => &paper[..at],
        _ => paper,
    };
    ["https://arxiv.org/abs/", paper].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_page_are_one() {
        for url in [
            "https://example.org/a/b",
            "HTTPS://www.Example.ORG:443/a/b/",
            "https://example.org/a/b#part",
            "https://example.org/a/b?utm_source=x&fbclid=1",
        ] {
            assert_eq!(canonical_url(url), "https://example.org/a/b", "{url}");
        }
        assert_eq!(
            canonical_url("https://example.org/?q=1&utm_campaign=z&p=2"),
            "https://example.org?q=1&p=2"
        );
        assert_eq!(canonical_url("http://example.org:8080/A"), "http://example.org:8080/A");
        assert_ne!(canonical_url("https://example.org/a"), canonical_url("https://example.org/A"));
    }

    #[test]
    fn papers_have_one_form() {
        for url in [
            "https://doi.org/10.1145/3356",
            "http://dx.doi.org/10.1145/3356",
            "doi:10.1145/3356",
            "DOI:10.1145/3356",
            "https://www.doi.org/10.1145%2F3356/?utm_source=x",
        ] {
            assert_eq!(canonical_url(url), "https://doi.org/10.1145/3356", "{url}");
        }
        for url in [
            "https://arxiv.org/abs/1706.03762",
            "http://www.arxiv.org/pdf/1706.03762v5",
            "https://arxiv.org/pdf/1706.03762.pdf",
            "arXiv:1706.03762v1",
            "https://doi.org/10.48550/arXiv.1706.03762",
        ] {
            assert_eq!(canonical_url(url), "https://arxiv.org/abs/1706.03762", "{url}");
        }
    }

    #[test]
    fn a_source_without_an_address_is_its_type_and_title() {
        assert_eq!(source_key(None, "book", " The  Art of X"), "book:the art of x");
        assert_eq!(source_key(Some(" "), "book", "X"), "book:x");
        assert_eq!(canonical_url("urn:isbn:0451450523"), "urn:isbn:0451450523");
        assert_eq!(canonical_url("not a url"), "not a url");
    }
}
