import pulumi
import pulumi_access_governance as access

# Look up existing objects by name.
app = access.get_app(name=pulumi.Config().require("app"))
me = access.get_current_user()

# The users of an owner administer and approve. Add the people who should do this.
approvers = access.Owner("approvers", name="Production approvers", user_ids=[me.user_id])

# People request to join, an approver decides, and membership lasts at most eight hours. Only administrators can see the group until you add visibility groups.
on_call = access.Group(
    "on-call",
    name="Production on call",
    app_id=app.app_id,
    admin_owner_id=approvers.id,
    visibility={"visibility": access.VisibilityType.LIMITED},
    request_configurations=[
        {
            "max_duration_minutes": 480,
            "reviewer_stages": [{"owner_ids": [approvers.id]}],
        }
    ],
)

pulumi.export("onCallGroup", on_call.id)
