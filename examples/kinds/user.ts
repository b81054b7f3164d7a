import * as access from "pulumi-access-governance";

// Invites a new user.
export = async () => {
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    new access.User("ines", {
        email: "ines@tidewater.example",
        firstName: "Ines",
        lastName: "Almeida",
        role: "MEMBER",
        position: "Dispatcher",
        managerId: ada.userId,
    });
};
