//! A server of the Model Context Protocol with the tools, resources and prompts that its conformance suite calls,
//! behind the same transport as the games. It prints the address that it listens at.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::post;
use ayla::cli::{self, Command};
use ayla::mcp::access;
use ayla::operation::MCP;
use ayla_mcp::server::http::Transport;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorCode, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, Prompt, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceTemplate, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A picture of one pixel, in base64.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/// A recording without a sample, in base64.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

type Answered<T> = Result<T, ErrorData>;

#[derive(Clone)]
struct Fixtures;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Ok(Command::Serve(given)) = cli::parse(std::env::args_os()) else {
        return Err("the server takes settings only".into());
    };
    let listener = TcpListener::bind(given.config.server.listen).await?;
    println!("{}", listener.local_addr()?);
    let transport = Transport::new(&access(&given.config));
    let routes =
        Router::new().route(MCP, post(async move |request| transport.answer_by(Fixtures, false, request).await));
    Ok(axum::serve(listener, routes).await?)
}

/// The content of each tool that only answers.
fn content(tool: &str) -> Option<Value> {
    let text = |text: &str| json!({"type": "text", "text": text});
    let image = json!({"type": "image", "data": PNG, "mimeType": "image/png"});
    let resource =
        |uri, media, text| json!({"type": "resource", "resource": {"uri": uri, "mimeType": media, "text": text}});
    Some(match tool {
        "test_simple_text" => json!([text("This is a simple text response for testing.")]),
        "test_image_content" => json!([image]),
        "test_audio_content" => json!([{"type": "audio", "data": WAV, "mimeType": "audio/wav"}]),
        "test_embedded_resource" => {
            json!([resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")])
        }
        "test_multiple_content_types" => json!([
            text("Multiple content types test:"),
            image,
            resource("test://mixed-content-resource", "application/json", r#"{"test":"data","value":123}"#),
        ]),
        "test_error_handling" => json!([text("This tool intentionally returns an error for testing")]),
        "test_tool_with_progress" | "test_logging_tool" | "test_header" | "json_schema_2020_12_tool" => {
            json!([text("Done.")])
        }
        _ => return None,
    })
}

/// The tools, each with the schema of its arguments.
fn tools() -> Value {
    let plain = [
        "test_simple_text",
        "test_image_content",
        "test_audio_content",
        "test_embedded_resource",
        "test_multiple_content_types",
        "test_error_handling",
        "test_tool_with_progress",
        "test_logging_tool",
        "test_missing_capability",
    ];
    let tool = |name: &str, schema: Value| json!({"name": name, "description": name, "inputSchema": schema});
    let mut tools: Vec<_> = plain.iter().map(|name| tool(name, json!({"type": "object"}))).collect();
    let value = json!({"type": "string", "x-mcp-header": "Value"});
    tools.push(tool("test_header", json!({"type": "object", "properties": {"value": value}})));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    });
    tools.push(tool("json_schema_2020_12_tool", schema));
    tools.into()
}

/// The content of a resource.
fn read(uri: &str) -> Option<Value> {
    if let Some(id) = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data")) {
        let text = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")}).to_string();
        return Some(json!({"uri": uri, "mimeType": "application/json", "text": text}));
    }
    Some(match uri {
        "test://static-text" => {
            let text = "This is the content of the static text resource.";
            json!({"uri": uri, "mimeType": "text/plain", "text": text})
        }
        "test://static-binary" => json!({"uri": uri, "mimeType": "image/png", "blob": PNG}),
        _ => return None,
    })
}

/// The prompts, each with its messages for these arguments.
fn prompts(given: &dyn Fn(&str) -> String) -> Vec<(&'static str, &'static [&'static str], Value)> {
    let user = |content: Value| json!({"role": "user", "content": content});
    let text = |text: String| user(json!({"type": "text", "text": text}));
    let uri = given("resourceUri");
    let embedded = json!({"uri": uri, "mimeType": "text/plain", "text": "Embedded resource content for testing."});
    let with_arguments = format!("Prompt with arguments: arg1='{}', arg2='{}'", given("arg1"), given("arg2"));
    vec![
        ("test_simple_prompt", &[], json!([text("This is a simple prompt for testing.".to_owned())])),
        ("test_prompt_with_arguments", &["arg1", "arg2"], json!([text(with_arguments)])),
        (
            "test_prompt_with_embedded_resource",
            &["resourceUri"],
            json!([
                user(json!({"type": "resource", "resource": embedded})),
                text("Please process the embedded resource above.".to_owned()),
            ]),
        ),
        (
            "test_prompt_with_image",
            &[],
            json!([
                user(json!({"type": "image", "data": PNG, "mimeType": "image/png"})),
                text("Please analyze the image above.".to_owned()),
            ]),
        ),
    ]
}

/// What this JSON says, as a type of the library.
fn of<T: DeserializeOwned>(value: Value) -> Answered<T> {
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Answered<ListToolsResult> {
        Ok(ListToolsResult::with_all_items(of::<Vec<Tool>>(tools())?))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        of::<Vec<Tool>>(tools()).ok()?.into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Answered<CallToolResponse> {
        if request.name == "test_missing_capability" {
            let needed = json!({"requiredCapabilities": {"sampling": {}}});
            let code = ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY;
            return Err(ErrorData::new(code, "this tool needs sampling", Some(needed)));
        }
        let unknown = || ErrorData::invalid_params("no tool has this name", None);
        let content = content(&request.name).ok_or_else(unknown)?;
        let is_error = request.name == "test_error_handling";
        if request.name == "test_tool_with_progress"
            && let Some(token) = context.meta.get_progress_token()
        {
            for progress in [0.0, 50.0, 100.0] {
                let report = ProgressNotificationParam::new(token.clone(), progress).with_total(100.0);
                let _ = context.peer.notify_progress(report).await;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        let content = of(content)?;
        let result = if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Answered<ListResourcesResult> {
        let resource = |name: &str| Resource::new(format!("test://{name}"), name);
        Ok(ListResourcesResult::with_all_items(["static-text", "static-binary"].map(resource).to_vec()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Answered<ListResourceTemplatesResult> {
        let template = ResourceTemplate::new("test://template/{id}/data", "template");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Answered<ReadResourceResponse> {
        let uri = &request.uri;
        let missing = || ErrorData::resource_not_found("no resource has this address", Some(json!({"uri": uri})));
        let content = read(uri).ok_or_else(missing)?;
        Ok(ReadResourceResult::new(vec![of(content)?]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Answered<ListPromptsResult> {
        let argument = |name: &&str| json!({"name": name, "required": true});
        let listed = prompts(&|_| String::new()).into_iter().map(|(name, arguments, _)| {
            let arguments: Vec<_> = arguments.iter().map(argument).collect();
            of::<Prompt>(json!({"name": name, "description": name, "arguments": arguments}))
        });
        Ok(ListPromptsResult::with_all_items(listed.collect::<Answered<Vec<_>>>()?))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Answered<GetPromptResponse> {
        let arguments = Arc::new(request.arguments.unwrap_or_default());
        let given = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let found = prompts(&given).into_iter().find(|(name, ..)| *name == request.name);
        let (_, _, messages) = found.ok_or_else(|| ErrorData::invalid_params("no prompt has this name", None))?;
        Ok(GetPromptResult::new(of(messages)?).into())
    }
}
