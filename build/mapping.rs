//! The mapping of the messages of the contract, from and to the types of requests and answers that have the same
//! fields.
//!
//! Each message is the type of its name in `ayla_api::request` or `ayla_api::answer`, except for what the constants
//! below say. The traits of `src/proto/mapping.rs` say what becomes of the values.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fmt::Write;

use protox::prost_reflect::{DescriptorPool, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor};

/// The service of the contract.
const SERVICE: &str = "mancala.v1.MancalaService";

/// The messages that are mapped by hand, with those within them: their values have other forms.
const BY_HAND: [&str; 5] =
    ["Options", "OptionValue", "PackedBatchRequest", "PackedBatchResponse", "RenderBoardResponse"];

/// The types with another name than their message. A message of both requests and answers is the type of its name with
/// `Input` in requests.
const NAMES: [(&str, &str); 4] = [
    ("FindPuzzleResponse", "PuzzleResponse"),
    ("GetPuzzleResponse", "PuzzleResponse"),
    ("Limits", "LimitsInfo"),
    ("SuggestMoveStreamRequest", "SuggestMoveRequest"),
];

/// The fields of answers that no message has.
const LEFT_OUT: [(&str, &str); 1] = [("OptionInfo", "domain")];

/// Whether this build has pictures.
fn has_pictures() -> bool {
    env::var_os("CARGO_FEATURE_PICTURES").is_some()
}

/// The RPCs with one request.
fn of_one_request(contract: &DescriptorPool) -> Result<Vec<MethodDescriptor>, Box<dyn Error>> {
    let service = contract.get_service_by_name(SERVICE).ok_or("the contract has no service")?;
    let is_built =
        |rpc: &MethodDescriptor| !rpc.is_client_streaming() && (has_pictures() || rpc.name() != "RenderBoard");
    Ok(service.methods().filter(is_built).collect())
}

/// A type for each RPC with one request, which has its messages.
pub(crate) fn rpcs(contract: &DescriptorPool) -> Result<String, Box<dyn Error>> {
    let mut code = String::new();
    for rpc in of_one_request(contract)? {
        let (input, output) = (rpc.input(), rpc.output());
        let (name, received, sent) = (rpc.name(), input.name(), output.name());
        writeln!(code, "pub struct {name};\nimpl super::Rpc for {name} {{")?;
        writeln!(code, "type Received = super::{received};\ntype Sent = super::{sent};\n}}")?;
    }
    Ok(code)
}

/// The implementations of `FromProto` and `IntoProto` for the messages.
pub(crate) fn mapping(contract: &DescriptorPool) -> Result<String, Box<dyn Error>> {
    let service = contract.get_service_by_name(SERVICE).ok_or("the contract has no service")?;
    let is_built = |rpc: &MethodDescriptor| has_pictures() || rpc.name() != "RenderBoard";
    let mut requests = BTreeMap::new();
    let mut answers = BTreeMap::new();
    for rpc in service.methods().filter(is_built) {
        collect(rpc.input(), &mut requests);
        collect(rpc.output(), &mut answers);
    }
    let mut code = String::new();
    for (name, message) in &requests {
        let is_both = answers.contains_key(name);
        let type_name = if is_both { format!("{name}Input") } else { renamed(name).to_owned() };
        write_request(&mut code, message, &type_name)?;
    }
    for message in answers.values() {
        write_answer(&mut code, message, renamed(message.name()))?;
    }
    Ok(code)
}

/// Adds a message and those within it.
fn collect(message: MessageDescriptor, all: &mut BTreeMap<String, MessageDescriptor>) {
    let name = message.name().to_owned();
    if message.is_map_entry() || BY_HAND.contains(&message.name()) || all.contains_key(&name) {
        return;
    }
    all.insert(name, message.clone());
    for field in message.fields() {
        if let Kind::Message(inner) = field.kind() {
            collect(inner, all);
        }
    }
}

/// The name of the type of a message.
fn renamed(message: &str) -> &str {
    NAMES.iter().find(|(name, _)| *name == message).map_or(message, |(_, type_name)| *type_name)
}

/// A name of the contract as an identifier.
fn identifier(name: &str) -> String {
    if ["move", "type"].contains(&name) { format!("r#{name}") } else { name.to_owned() }
}

fn write_request(code: &mut String, message: &MessageDescriptor, type_name: &str) -> Result<(), Box<dyn Error>> {
    let name = message.name();
    let fields: Vec<FieldDescriptor> = message.fields().collect();
    writeln!(code, "impl FromProto<proto::{name}> for {type_name} {{")?;
    writeln!(code, "fn from_proto(message: proto::{name}, at: At<'_>) -> Result<Self> {{")?;
    let names: Vec<_> = fields.iter().map(|field| identifier(field.name())).collect();
    writeln!(code, "let proto::{name} {{ {} }} = message;\nlet _ = at;\nOk(Self {{", names.join(", "))?;
    for (field, name) in fields.iter().zip(&names) {
        writeln!(code, "{name}: FromProto::from_proto({name}, At::Field(&at, {:?}))?,", field.json_name())?;
    }
    // What HTTP says in the request line, and protobuf in fields or not at all.
    if name.ends_with("Request") && message.get_field_by_name("position").is_some() {
        code.push_str("by_get: false,\n");
        if message.get_field_by_name("variant").is_none() {
            code.push_str("variant: VariantInput::None,\n");
        }
    }
    code.push_str("})\n}\n}\n");
    Ok(())
}

fn write_answer(code: &mut String, message: &MessageDescriptor, type_name: &str) -> Result<(), Box<dyn Error>> {
    let name = message.name();
    writeln!(code, "impl IntoProto<proto::{name}> for {type_name} {{\nfn into_proto(self) -> proto::{name} {{")?;
    if let Some(choice) = message.oneofs().find(|choice| !choice.is_synthetic()) {
        let module = name.to_lowercase();
        writeln!(code, "proto::{name} {{ {}: Some(match self {{", choice.name())?;
        for field in choice.fields() {
            let variant = crate::options::upper_camel(field.name());
            writeln!(code, "Self::{variant}(value) => proto::{module}::{name}::{variant}(value.into_proto()),")?;
        }
        code.push_str("}) }\n}\n}\n");
    } else {
        let names: Vec<_> = message.fields().map(|field| identifier(field.name())).collect();
        let left_out = LEFT_OUT.iter().filter(|(of, _)| *of == type_name).map(|(_, field)| format!("{field}: _"));
        let taken = names.iter().cloned().chain(left_out).collect::<Vec<_>>().join(", ");
        writeln!(code, "let Self {{ {taken} }} = self;\nproto::{name} {{")?;
        for name in &names {
            writeln!(code, "{name}: {name}.into_proto(),")?;
        }
        code.push_str("}\n}\n}\n");
    }
    // A message within another is a field that may be absent.
    writeln!(code, "impl IntoProto<Option<proto::{name}>> for {type_name} {{")?;
    writeln!(code, "fn into_proto(self) -> Option<proto::{name}> {{\nSome(self.into_proto())\n}}\n}}")?;
    Ok(())
}
