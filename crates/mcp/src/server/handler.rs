//! The requests of the protocol, as the library hands them over.

use rmcp::model::{
    ArgumentInfo, CacheScope, CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    CompletionInfo, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation,
    InitializeRequestParams, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Reference,
    ServerCapabilities, ServerConfig, Tool as Listed,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use tracing::Instrument;

use super::{Asked, Server};
use crate::documents::Documents;
use crate::prompts::Prompt;
use crate::tool::{INSTRUCTIONS, Tool};

/// How long a client may keep lists and documents, in milliseconds: they change with the build alone.
const LASTING: u64 = 60 * 60 * 1_000;

/// What is wrong with the parameters of a handshake, with the field.
pub(super) fn fault(method: &str, params: Option<Value>) -> Option<ErrorData> {
    const FIELDS: [&str; 3] = ["protocolVersion", "capabilities", "clientInfo"];
    let params = params.filter(|_| method == "initialize")?;
    let fault = serde_json::from_value::<InitializeRequestParams>(params.clone()).err()?;
    // Each field is tried alone, with the others as they may be.
    let right = json!({"protocolVersion": "", "capabilities": {}, "clientInfo": {"name": "", "version": ""}});
    let is_wrong = |field: &str| {
        let mut tried = right.clone();
        tried[field] = params[field].clone();
        serde_json::from_value::<InitializeRequestParams>(tried).is_err()
    };
    let field = FIELDS.iter().find(|field| is_wrong(field)).copied().unwrap_or_default();
    let message = format!("the parameter {field:?} of initialize is missing or wrong: {fault}");
    Some(ErrorData::invalid_params(message, Some(json!({"field": field}))))
}

type Answered<T> = Result<T, ErrorData>;
type Context = RequestContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;

/// The error of a name that there is not. It repeats only the beginning of a long one.
fn unknown(what: &str, name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("no {what} is called {:?}", beginning(name, NAME_CHARACTERS)), None)
}

/// The most characters of a name that an error repeats.
const NAME_CHARACTERS: usize = 40;
/// The most characters of the address of a resource that an error repeats.
const URI_CHARACTERS: usize = 200;

fn beginning(name: &str, characters: usize) -> String {
    name.chars().take(characters).collect()
}

/// The methods of every revision. What the library hands over as a request that it does not know has wrong parameters.
const METHODS: [&str; 8] = [
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
];

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .build();
        let server = Implementation::new("ayla", env!("CARGO_PKG_VERSION"))
            .with_title("Ayla")
            .with_description("Traditional mancala games: their rules, and an engine to play against");
        ServerConfig::new(capabilities).with_server_info(server).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(&self, _: Page, _: Context) -> Answered<ListToolsResult> {
        let listed = ListToolsResult::with_all_items(Tool::all().to_vec());
        Ok(listed.with_ttl_ms(LASTING).with_cache_scope(CacheScope::Public))
    }

    fn get_tool(&self, name: &str) -> Option<Listed> {
        Tool::all().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: Context) -> Answered<CallToolResponse> {
        let tool = Tool::from_name(&request.name).ok_or_else(|| unknown("tool", &request.name))?;
        let answer = self.answer(tool, request.arguments.unwrap_or_default(), Asked::new(&context, self.has_progress));
        let answer = Box::pin(answer.instrument(self.span.clone()));
        // The work of a client who leaves ends with it.
        tokio::select! {
            answer = answer => Ok(answer.into()),
            () = context.ct.cancelled() => Err(ErrorData::internal_error("the request was cancelled", None)),
        }
    }

    async fn on_custom_request(&self, request: CustomRequest, context: Context) -> Answered<CustomResult> {
        let method = request.method.as_str();
        // A request that names its revision is of one without a handshake.
        if context.meta.protocol_version().is_none()
            && let Some(fault) = fault(method, request.params.clone())
        {
            return Err(fault);
        }
        if METHODS.contains(&method) {
            let message = format!("the parameters of {method} are missing, or not as the protocol has them");
            return Err(ErrorData::invalid_params(message, None));
        }
        let message = format!("there is no method {:?}", beginning(method, NAME_CHARACTERS));
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None))
    }

    async fn complete(&self, request: CompleteRequestParams, _: Context) -> Answered<CompleteResult> {
        let ArgumentInfo { name, value, .. } = request.argument;
        let known = match &request.r#ref {
            Reference::Prompt(of) => {
                Prompt::from_name(&of.name).ok_or_else(|| unknown("prompt", &of.name))?.values(&name)
            }
            Reference::Resource(of) if Documents::is_template(&of.uri) => Documents::numbers(),
            Reference::Resource(of) => return Err(unknown("template of resources", &of.uri)),
            _ => Vec::new(),
        };
        let begun = value.to_lowercase();
        let fits = |known: &String| known.to_lowercase().starts_with(&begun);
        let mut values: Vec<_> = known.into_iter().filter(fits).collect();
        let total = u32::try_from(values.len()).ok();
        let has_more = values.len() > CompletionInfo::MAX_VALUES;
        values.truncate(CompletionInfo::MAX_VALUES);
        let found = CompletionInfo::with_pagination(values, total, has_more);
        found.map(CompleteResult::new).map_err(|fault| ErrorData::internal_error(fault, None))
    }

    async fn list_resources(&self, _: Page, _: Context) -> Answered<ListResourcesResult> {
        let listed = ListResourcesResult::with_all_items(self.documents.resources());
        Ok(listed.with_ttl_ms(LASTING).with_cache_scope(CacheScope::Public))
    }

    async fn list_resource_templates(&self, _: Page, _: Context) -> Answered<ListResourceTemplatesResult> {
        let listed = ListResourceTemplatesResult::with_all_items(Documents::templates());
        Ok(listed.with_ttl_ms(LASTING).with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(&self, request: ReadResourceRequestParams, _: Context) -> Answered<ReadResourceResponse> {
        let content = self.documents.read(&request.uri);
        let content = content.ok_or_else(|| {
            let facts = json!({"uri": beginning(&request.uri, URI_CHARACTERS)});
            ErrorData::resource_not_found("no resource has this address", Some(facts))
        })?;
        let read = ReadResourceResult::new(vec![content]);
        Ok(read.with_ttl_ms(LASTING).with_cache_scope(CacheScope::Public).into())
    }

    async fn list_prompts(&self, _: Page, _: Context) -> Answered<ListPromptsResult> {
        let listed = ListPromptsResult::with_all_items(Prompt::all());
        Ok(listed.with_ttl_ms(LASTING).with_cache_scope(CacheScope::Public))
    }

    async fn get_prompt(&self, request: GetPromptRequestParams, _: Context) -> Answered<GetPromptResponse> {
        let prompt = Prompt::from_name(&request.name).ok_or_else(|| unknown("prompt", &request.name))?;
        let messages = prompt.messages(&request.arguments.unwrap_or_default());
        messages.map(Into::into).map_err(|fault| ErrorData::invalid_params(fault, None))
    }
}
