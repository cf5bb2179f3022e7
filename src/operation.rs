//! What can be called: the operations of the contract, and everything else.

pub use ayla_api::operation::*;
use ayla_api::request::PictureFormat;

/// The path of the Model Context Protocol.
pub const MCP: &str = "/mcp";

/// The path of the file that says where to report a security problem.
pub const SECURITY_TXT: &str = "/.well-known/security.txt";

/// What an HTTP path names.
pub fn of_http(path: &str) -> Operation {
    if ayla_pages::is_page(path) || [ayla_pages::OPENAPI, SECURITY_TXT].contains(&path) {
        return Operation::Documentation;
    }
    if cfg!(feature = "mcp") && path == MCP {
        return Operation::Mcp;
    }
    Operation::at_path(path).unwrap_or(Operation::Unknown)
}

/// The format of the picture at this path.
pub fn format_of_path(path: &str) -> Option<PictureFormat> {
    path.rsplit_once('.').and_then(|(_, format)| PictureFormat::from_name(format))
}

/// The media type of a format.
pub const fn media_type(format: PictureFormat) -> &'static str {
    match format {
        PictureFormat::Svg => "image/svg+xml",
        PictureFormat::Png => "image/png",
        PictureFormat::Gif => "image/gif",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_documentation() {
        let other =
            ["/pages/board.js", "/docs/index.css", "/rules", "/rules/fr", "/docs", "/openapi.json"].map(str::to_owned);
        for page in ayla_pages::paths().chain(other) {
            assert_eq!(of_http(&page), Operation::Documentation, "{page}");
        }
        for (operation, contract) in Operation::in_contract() {
            assert_eq!(
                of_http(&contract.path.replace("{variant}", "awale").replace("{format}", "svg").replace(ID, "awale-1")),
                operation
            );
        }
        assert_eq!(of_http("/v1/puzzlesx"), Operation::Unknown);
    }
}
