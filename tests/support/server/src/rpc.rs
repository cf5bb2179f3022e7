//! A gRPC client whose requests and answers are the JSON of the service.

use ayla::operation::{Operation, RPC_SERVICE};
use prost_reflect::{DynamicMessage, MethodDescriptor};
use serde_json::Value;
use tonic::{Code, Status};

use crate::alike::{self, POOL};
use crate::http2::{self, Call, Connection};

/// A connection for gRPC calls.
pub struct Rpc(pub Connection);

impl Rpc {
    /// The answer to an operation, in the common form of both transports; the last one of a stream.
    pub async fn ask(&self, operation: &str, body: &Value) -> Result<Value, Status> {
        Ok(self.answers(operation, body).await?.pop().expect("an answer"))
    }

    /// Every answer of a stream.
    pub async fn answers(&self, operation: &str, body: &Value) -> Result<Vec<Value>, Status> {
        let answer = http2::call(&self.0.sender, &Call::grpc(operation, body)).await.answer();
        let status = answer.grpc_status();
        if status.code() != Code::Ok {
            return Err(status);
        }
        Ok(http2::frames(answer.body).into_iter().map(|(_, message)| response(operation, &message)).collect())
    }
}

fn method(operation: &str) -> MethodDescriptor {
    let contract = Operation::from_name(operation).and_then(Operation::contract);
    let contract = contract.unwrap_or_else(|| panic!("no operation {operation}"));
    let service = POOL.get_service_by_name(RPC_SERVICE).expect("the service");
    service.methods().find(|method| method.name() == contract.rpc).expect("a method")
}

/// The path and the message of a call of an operation.
pub fn request(operation: &str, body: &Value) -> (String, DynamicMessage) {
    let method = method(operation);
    (format!("/{RPC_SERVICE}/{}", method.name()), alike::to_proto(method.input(), body))
}

/// The answer in ProtoJSON, in the common form of both transports.
pub fn response_in_json(operation: &str, message: &[u8]) -> Value {
    let mut json = serde_json::Deserializer::from_slice(message);
    alike::of_proto(&DynamicMessage::deserialize(method(operation).output(), &mut json).expect("a message"))
}

/// The answer in a message, in the common form of both transports.
pub fn response(operation: &str, message: &[u8]) -> Value {
    alike::of_proto(&DynamicMessage::decode(method(operation).output(), message).expect("a message"))
}
