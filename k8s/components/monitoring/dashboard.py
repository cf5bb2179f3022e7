"""Makes dashboard.json, which Grafana loads: `python3 dashboard.py > dashboard.json`.

A panel has a kind, a unit, a title, a description, and its expressions by their legends. In an expression, a metric with
braces is that of the selected processes, and empty brackets are the interval of a rate.
"""

import json
import re
import string

SOURCE = {"type": "prometheus", "uid": "${datasource}"}
SELECTED = 'namespace=~"$namespace", job=~"$job", instance=~"$instance"'
# The calls that have an objective: small ones that only ask for rules.
RULES = 'size="small", operation!~"suggest-move.*|play-turn|review-game|batch|render-board|health-watch|reflection"'
FAILED = 'status=~"INTERNAL|UNKNOWN|UNAVAILABLE|DEADLINE_EXCEEDED|500|503|504"'
DURATION = "ayla_call_duration_seconds_bucket"
TURNS = 'ayla_turn_duration_seconds_bucket{{le="{}", level="4"}}'


def rate(counter, labels=""):
    grouped = f"sum by ({labels}) " if labels else "sum"
    return f"{grouped}(rate({counter}[]))"


def quantile(part, histogram, labels="le"):
    return f"histogram_quantile({part}, {rate(histogram, labels)})"


ALL = rate(f'{DURATION}{{le="+Inf", {RULES}}}')
IN_TIME = rate(f'{DURATION}{{le="0.02", {RULES}}}')


def lines(width=8, stacked=False):
    style = {
        "fillOpacity": 20 if stacked else 0,
        "showPoints": "never",
        "stacking": {"mode": "normal" if stacked else "none", "group": "A"},
    }
    legend = {"displayMode": "list", "placement": "bottom", "showLegend": True}
    options = {"legend": legend, "tooltip": {"mode": "multi", "sort": "desc"}}
    return {"type": "timeseries", "size": (width, 8), "style": {"custom": style}, "options": options}


def table(*hidden):
    organized = {"excludeByName": dict.fromkeys(hidden, True), "indexByName": {}, "renameByName": {}}
    kind = {"type": "table", "size": (24, 8), "options": {}, "target": {"format": "table", "instant": True}}
    return {**kind, "more": {"transformations": [{"id": "organize", "options": organized}]}}


NUMBER = {
    "colorMode": "value",
    "graphMode": "area",
    "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False},
    "textMode": "auto",
}
STAT = {"type": "stat", "size": (4, 4), "options": NUMBER}
LINES = lines()
HALF = lines(width=12)
STACK = lines(stacked=True)
LIMITS = table("Time", "__name__")
BUILDS = table("Time", "Value", "__name__")

# Long descriptions.
SHED = (
    "The limit reached. calls: AYLA_CALLS; connections: AYLA_CONNECTIONS; search-queue: AYLA_SEARCH_QUEUE; line-queue: calls "
    "with large work; picture-queue: AYLA_PICTURE_SLOTS; rate: the rate of an API key, or AYLA_PICTURE_RATE."
)
OBJECTIVES = (
    "Rule calls that fail or take longer than 20 ms, and turns of level 4 that take longer than 100 ms. The objective is 0.1% "
    "of either."
)

PANELS = {
    "Now": [
        (STAT, "short", "Processes", "Processes whose admin port is scraped.", {"": "count(ayla_build_info{})"}),
        (STAT, "reqps", "Calls per second", "All operations.", {"": rate("ayla_calls_total{}")}),
        (STAT, "reqps", "Errors per second", "INTERNAL, UNKNOWN and 500: bugs in the service.", {
            "": rate('ayla_calls_total{status=~"INTERNAL|UNKNOWN|500"}') + " or vector(0)",
        }),
        (STAT, "reqps", "Shed per second", "Calls and connections refused because a limit is reached.", {
            "": rate("ayla_shed_total{}"),
        }),
        (STAT, "s", "Rule calls, 99th percentile", "From the end of the request to the end of the response.", {
            "": quantile(0.99, f"{DURATION}{{{RULES}}}"),
        }),
        (STAT, "short", "Moves searched per second", "In all searches.", {"": rate("ayla_search_nodes_total{}")}),
    ],
    "Calls": [
        (STACK, "reqps", "Calls by operation", "Completed calls per second.", {
            "{{operation}}": rate("ayla_calls_total{}", "operation"),
        }),
        (STACK, "reqps", "Calls by transport and status", "Completed calls. 499 is an HTTP client that disconnected.", {
            "{{transport}} {{status}}": rate("ayla_calls_total{}", "transport, status"),
        }),
        (LINES, "s", "Duration of rule calls", "All calls but searches, batches, pictures, health watches and reflection.", {
            "median": quantile(0.5, f"{DURATION}{{{RULES}}}"),
            "99th percentile": quantile(0.99, f"{DURATION}{{{RULES}}}"),
        }),
        (LINES, "short", "Calls in flight", "Calls beyond AYLA_CALLS are refused.", {"{{instance}}": "ayla_calls_in_flight{}"}),
        (LINES, "reqps", "Shed by reason", SHED, {
            "{{reason}}": rate("ayla_shed_total{}", "reason"),
        }),
        (LINES, "reqps", "Calls by process", "Shows how evenly calls are spread.", {
            "{{instance}}": rate("ayla_calls_total{}", "instance"),
        }),
        (HALF, "percentunit", "Calls that miss the objectives", OBJECTIVES, {
            "rule calls": f"({ALL} - {IN_TIME} + {rate(f'ayla_calls_total{{{RULES}, {FAILED}}}')}) / {ALL}",
            "turns of level 4": f"1 - {rate(TURNS.format('0.1'))} / {rate(TURNS.format('+Inf'))}",
        }),
        (HALF, "s", "Duration of turns", "Calls of play-turn by the level of the reply, 99th percentile.", {
            "level {{level}}": quantile(0.99, "ayla_turn_duration_seconds_bucket{}", "le, level"),
        }),
    ],
    "Suggestions": [
        (STACK, "ops", "Searches by game", "Completed searches per second.", {
            "{{variant}}": rate("ayla_searches_total{}", "variant"),
        }),
        (STACK, "ops", "Searches by stop reason and certainty", "What stopped each search, and the certainty of its value.", {
            "{{stopped_by}}, {{certainty}}": rate("ayla_searches_total{}", "stopped_by, certainty"),
        }),
        (STACK, "short", "Moves searched", "Moves per second, by game.", {
            "{{variant}}": rate("ayla_search_nodes_total{}", "variant"),
        }),
        (LINES, "s", "Duration of searches", "90th percentile.", {
            "{{variant}}": quantile(0.9, "ayla_search_duration_seconds_bucket{}", "le, variant"),
        }),
        (LINES, "s", "Wait of searches", "Time spent waiting for a slot and for memory.", {
            "median": quantile(0.5, "ayla_search_wait_seconds_bucket{}"),
            "90th percentile": quantile(0.9, "ayla_search_wait_seconds_bucket{}"),
        }),
        (LINES, "short", "Slots and queue", "Slots in use and searches waiting, with the capacity of each.", {
            "busy": "sum(ayla_search_slots_busy{})",
            "slots": "sum(ayla_search_slots{})",
            "waiting": "sum(ayla_search_queue_waiting{})",
            "queue capacity": "sum(ayla_search_queue_places{})",
        }),
        (LINES, "s", "Duration of suggestions", "Calls of suggest-move and suggest-move-stream, with the wait for a slot.", {
            "median": quantile(0.5, f'{DURATION}{{operation=~"suggest-move.*"}}'),
            "99th percentile": quantile(0.99, f'{DURATION}{{operation=~"suggest-move.*"}}'),
        }),
        (LINES, "reqps", "Suggestions refused", "The queue was full (search-queue), or the time passed first (search-time).", {
            "{{reason}}": rate('ayla_shed_total{reason=~"search-queue|search-time"}', "reason"),
        }),
        (LINES, "reqps", "Turns without a reply", "Turns that were left without the reply that was asked for.", {
            "{{reason}}": rate("ayla_turns_unanswered_total{}", "reason"),
        }),
        (LINES, "reqps", "Calls by API key", "Admitted, or refused because of the rate of the key.", {
            "{{caller}} {{result}}": rate("ayla_caller_calls_total{}", "caller, result"),
        }),
        (LINES, "short", "Processors used by API key", "By kind of work. All callers without a key are one line.", {
            "{{caller}} {{work}}": rate("ayla_work_seconds_total{}", "caller, work"),
        }),
        (LINES, "short", "Steps of work by operation", "Steps per second, of about ten nanoseconds of a processor each.", {
            "{{operation}}": rate("ayla_work_steps_total{}", "operation"),
        }),
        (LINES, "short", "Steps on the threads of connections", "Of calls that took at least 1,000 steps there.", {
            "median": quantile(0.5, "ayla_worker_steps_bucket{}"),
            "99th percentile": quantile(0.99, "ayla_worker_steps_bucket{}"),
        }),
        (LINES, "short", "Panics", "Each is a bug, and ends one call.", {
            "{{instance}}": rate("ayla_panics_total{}", "instance"),
        }),
    ],
    "Process": [
        (LINES, "short", "Connections", "Open connections.", {"{{instance}}": "ayla_connections_open{}"}),
        (LINES, "cps", "Connections opened and ended, slow requests", "Connections opened per second.", {
            "{{instance}} opened": rate("ayla_connections_total{}", "instance"),
            "ended: {{reason}}": rate("ayla_connections_ended_total{}", "reason"),
            "slow requests": rate("ayla_slow_requests_total{}"),
        }),
        (LINES, "cps", "Failed TLS handshakes", "Failed handshakes per second.", {
            "{{instance}}": rate("ayla_tls_handshakes_failed_total{}", "instance"),
        }),
        (LINES, "bytes", "Hash memory", "Hash memory of searches, returned ten seconds after the last one.", {
            "held": "sum(ayla_search_memory_bytes{})",
            "limit": "sum(ayla_search_memory_limit_bytes{})",
        }),
        (LINES, "short", "Endgame tables", "Built on demand or from files.", {
            "{{instance}}": "ayla_endgame_tables{}",
            "{{instance}}, dropped": "ayla_endgame_tables_dropped_total{}",
        }),
        (LINES, "bytes", "Memory of endgame tables", "Tables built on demand, and files that are not mapped.", {
            "{{instance}}": "ayla_endgame_table_memory_bytes{}",
        }),
        (LINES, "short", "Reloads", "Of presets, keys and certificates. After a failure the last content stays in use.", {
            "{{file}} {{result}}": "sum by (file, result) (increase(ayla_reloads_total{}[]))",
        }),
        (LINES, "s", "Uptime", "Time since the process started. A drop to zero is a restart.", {
            "{{instance}}": "time() - process_start_time_seconds{}",
        }),
        (LINES, "short", "Files without faults", "1 if the file had no fault when it was last read, else 0.", {
            "{{instance}} {{file}}": "ayla_reload_successful{}",
        }),
        (LINES, "short", "CPU", "Processors in use.", {"{{instance}}": "rate(process_cpu_seconds_total{}[])"}),
        (LINES, "bytes", "Memory", "Resident memory, and virtual memory with its limit, which is 0 without one.", {
            "{{instance}} resident": "process_resident_memory_bytes{}",
            "{{instance}} virtual": "process_virtual_memory_bytes{}",
            "{{instance}} limit of virtual": "process_virtual_memory_max_bytes{}",
        }),
        (LINES, "short", "File descriptors", "Open file descriptors, and their limit.", {
            "{{instance}}": "process_open_fds{}",
            "{{instance}} limit": "process_max_fds{}",
        }),
        (LINES, "short", "Threads", "Threads of the process.", {"{{instance}}": "process_threads{}"}),
        (LINES, "s", "Time until the certificate expires", "The first certificate of the chain in use to expire.", {
            "{{instance}}": "ayla_certificate_not_after_timestamp_seconds{} - time()",
        }),
        (LINES, "short", "Lost spans", "Spans that did not reach the collector.", {
            "{{instance}} {{reason}}": rate("ayla_spans_lost_total{}", "instance, reason"),
        }),
        (LIMITS, "short", "Limits", "The settings in force that are numbers, each in its unit.", {
            "{{setting}}": "max by (setting) (ayla_limit{})",
        }),
        (BUILDS, "short", "Builds", "Builds that are running.", {
            "": "count by (version, commit, engine, rules) (ayla_build_info{})",
        }),
    ],
}


def expanded(expression):
    selected = re.sub(r"{(.*?)}", lambda more: "{" + ", ".join(filter(None, (SELECTED, more[1]))) + "}", expression)
    return selected.replace("[]", "[$__rate_interval]")


def panel(place, kind, unit, title, description, expressions):
    targets = [
        {"refId": letter, "datasource": SOURCE, "expr": expanded(expression), "legendFormat": legend, **kind.get("target", {})}
        for letter, (legend, expression) in zip(string.ascii_uppercase, expressions.items())
    ]
    return {
        "type": kind["type"],
        "title": title,
        "description": description,
        "datasource": SOURCE,
        "gridPos": place,
        "fieldConfig": {"defaults": {"unit": unit, "min": 0, **kind.get("style", {})}, "overrides": []},
        "options": kind["options"],
        "targets": targets,
        **kind.get("more", {}),
    }


def panels():
    """The panels with their places: from left to right, below the title of their row."""
    bottom = 0
    for title, row in PANELS.items():
        place = {"x": 0, "y": bottom, "w": 24, "h": 1}
        yield {"type": "row", "title": title, "collapsed": False, "gridPos": place, "panels": []}
        x, y = 24, 0
        bottom += 1
        for kind, *rest in row:
            width, height = kind["size"]
            if x + width > 24:
                x, y = 0, bottom
                bottom += height
            yield panel({"x": x, "y": y, "w": width, "h": height}, kind, *rest)
            x += width


def variable(name, label, expression):
    """A variable with all values of a label."""
    query = f"label_values({expression}, {name})"
    return {
        "name": name,
        "label": label,
        "type": "query",
        "datasource": SOURCE,
        "query": {"query": query, "refId": name},
        "definition": query,
        "refresh": 2,
        "sort": 1,
        "multi": True,
        "includeAll": True,
        "allValue": ".*",
        "current": {"selected": True, "text": ["All"], "value": ["$__all"]},
        "options": [],
    }


VARIABLES = [
    {
        "name": "datasource",
        "label": "Source",
        "type": "datasource",
        "query": "prometheus",
        "current": {},
        "options": [],
        "refresh": 1,
        "hide": 0,
    },
    variable("namespace", "Namespace", "ayla_build_info"),
    variable("job", "Job", 'ayla_build_info{namespace=~"$namespace"}'),
    variable("instance", "Process", 'ayla_build_info{namespace=~"$namespace", job=~"$job"}'),
]

DASHBOARD = {
    "uid": "ayla",
    "title": "Ayla",
    "description": "Calls, suggestions and the process. Metrics: docs/operations.md.",
    "tags": ["ayla"],
    "schemaVersion": 39,
    "version": 1,
    "editable": True,
    "graphTooltip": 1,
    "time": {"from": "now-1h", "to": "now"},
    "refresh": "30s",
    "timezone": "",
    "annotations": {"list": []},
    "links": [],
    "templating": {"list": VARIABLES},
    "panels": [{"id": number, **each} for number, each in enumerate(panels(), start=1)],
}

if __name__ == "__main__":
    print(json.dumps(DASHBOARD, indent=2))
