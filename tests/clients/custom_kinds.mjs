// Validates objects of the Gateway API and of the Prometheus Operator by the published schemas:
//
//     custom_kinds.mjs FILE        a list of objects as JSON
//
// These schemas ignore unknown fields, which an API server refuses or drops. So this records which fields the validator
// reads: those that it never reads are unknown.

import { readFileSync } from "node:fs";
import * as gateway from "@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1";
import * as monitoring from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";

// Published only inside of a Helm chart. tests/programs/test_manifests.py checks what refers to other objects.
const WITHOUT_SCHEMA = ["gateway.envoyproxy.io/v1alpha1"];
const GROUPS = { "gateway.networking.k8s.io/v1": gateway, "monitoring.coreos.com/v1": monitoring };

/** A proxy of the object, which removes each field from `unread` when it is read. */
function watched(value, place, unread) {
    if (value === null || typeof value !== "object") return value;
    const inner = {};
    for (const [name, field] of Object.entries(value)) {
        if (!Array.isArray(value)) unread.add(`${place}.${name}`);
        inner[name] = watched(field, Array.isArray(value) ? `${place}[${name}]` : `${place}.${name}`, unread);
    }
    const copy = Array.isArray(value) ? Object.values(inner) : inner;
    return new Proxy(copy, {
        get(target, name) {
            unread.delete(`${place}.${String(name)}`);
            return target[name];
        },
    });
}

function faults(object) {
    if (WITHOUT_SCHEMA.includes(object.apiVersion)) return [];
    const Kind = GROUPS[object.apiVersion]?.[object.kind];
    if (!Kind) return ["there is no schema for this kind"];
    try {
        new Kind(object).validate();
    } catch (error) {
        return [error.message];
    }
    const unread = new Set();
    const model = new Kind(object);
    model.spec = watched(object.spec, "spec", unread);
    model.validate();
    return [...unread].map((place) => `${place} is unknown`);
}

const objects = JSON.parse(readFileSync(process.argv[2], "utf8"));
let failed = false;
for (const object of objects) {
    for (const fault of faults(object)) {
        console.log(`${object.apiVersion} ${object.kind} ${object.metadata?.name}: ${fault}`);
        failed = true;
    }
}
// The check works: it finds a misspelt field.
const misspelt = { apiVersion: "monitoring.coreos.com/v1", kind: "ServiceMonitor", metadata: { name: "a" } };
const found = faults({ ...misspelt, spec: { selector: {}, endpoints: [{ port: "a", pathh: "/" }] } });
if (found.join() !== "spec.endpoints[0].pathh is unknown") {
    console.log(`a misspelt field is not found: ${found}`);
    failed = true;
}
console.log(`${objects.length} objects of custom kinds`);
process.exit(failed ? 1 : 0);
