export { generate } from "lean-qr";
