"use client";

import { useEffect, useRef } from "react";
import { show } from "../page.js";

export default function Page() {
    const main = useRef(null);
    useEffect(() => {
        const server = new URLSearchParams(location.search).get("server");
        show(main.current, server).catch((error) => document.body.append(`failed: ${error}`));
    }, []);
    return <main ref={main} />;
}
