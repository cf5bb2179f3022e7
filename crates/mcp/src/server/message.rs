//! Messages as hosts send them, before the library reads them.

use serde_json::{Value, json};

/// The message with an object for `params`, and in it for what is an object but was sent as an empty list, as PHP
/// writes one, or as a text. The library would not see which request has wrong parameters.
pub fn mended(message: Vec<u8>) -> Vec<u8> {
    let Ok(mut read) = serde_json::from_slice::<Value>(&message) else { return message };
    let before = read.clone();
    if let Some(params) = read.get_mut("params") {
        if !params.is_object() {
            *params = json!({});
        }
        if let Some(Value::String(text)) = params.get("arguments")
            && let Ok(arguments @ Value::Object(_)) = serde_json::from_str(text)
        {
            params["arguments"] = arguments;
        }
        for name in ["arguments", "clientInfo"] {
            params.get_mut(name).into_iter().for_each(mend);
        }
        for name in ["capabilities", "_meta"] {
            params.get_mut(name).into_iter().for_each(mend_all);
        }
    }
    if read == before { message } else { read.to_string().into_bytes() }
}

fn mend(object: &mut Value) {
    if *object == json!([]) {
        *object = json!({});
    }
}

fn mend_all(object: &mut Value) {
    mend(object);
    object.as_object_mut().into_iter().flat_map(|members| members.values_mut()).for_each(mend_all);
}
