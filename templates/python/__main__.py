import pulumi
import pulumi_access_governance as access

# What exists already is looked up by the names people know.
app = access.get_app(name=pulumi.Config().require("app"))
me = access.get_current_user()

# Owners administer and approve. Add the people who should.
approvers = access.Owner("approvers", name="Production approvers", user_ids=[me.user_id])

# People ask for it, an approver decides, and it ends after eight hours. Only administrators see it until you name groups.
on_call = access.Group(
    "on-call",
    name="Production on call",
    app_id=app.app_id,
    admin_owner_id=approvers.id,
    visibility={"visibility": "LIMITED"},
    request_configurations=[
        {
            "max_duration_minutes": 480,
            "reviewer_stages": [{"owner_ids": [approvers.id]}],
        }
    ],
)

pulumi.export("onCallGroup", on_call.id)
