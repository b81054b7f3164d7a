import "./tags";
import { groups } from "./groups/index";
import { admins } from "./owners";

export const adminId = admins.id;
export const groupIds = groups;
