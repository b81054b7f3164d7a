import { join } from "node:path";
import { writeDeclarations } from "./declarations.js";

writeDeclarations(join(__dirname, "../../dist"));
