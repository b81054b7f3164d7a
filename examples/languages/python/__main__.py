import pulumi
import pulumi_access_governance as access

stream_key = pulumi.Config().require_secret("streamKey")

# Look up existing objects by name.
app = access.get_app_output(name="Tidewater").app_id
directory = access.get_app_output(name="Tidewater Directory").app_id
ada = access.get_user_output(email="ada@tidewater.example").user_id
bruno = access.get_user_output(email="bruno@tidewater.example").user_id
chiyo = access.get_user_output(email="chiyo@tidewater.example").user_id
elif_ = access.get_user_output(email="elif@tidewater.example").user_id
staff = access.get_group_output(name="Office staff").group_id
tracker = access.get_resource_output(name="Freight tracker").resource_id
audit = access.get_message_channel_output(remote_id="C0AUDIT").message_channel_id

# People, owners and a delegation.
ines = access.User(
    "ines",
    email="ines@tidewater.example",
    first_name="Ines",
    last_name="Almeida",
    role=access.UserProductRole.MEMBER,
    position="Driver",
    manager_id=bruno,
)
security = access.Owner(
    "security", name="Security", description="Approves access to sensitive systems", access_request_escalation_period=60
)
access.OwnerUsers("security-users", owner_id=security.id, user_ids=[ada, elif_])
dispatch = access.Owner("dispatch", name="Dispatch", user_ids=[bruno, chiyo])
access.Delegation(
    "leave",
    delegator_user_id=chiyo,
    delegate_user_id=bruno,
    start_time="2099-07-01T00:00:00Z",
    end_time="2099-07-15T00:00:00Z",
    reason="On leave",
)

# Notification channels, on-call schedules and the audit log.
changes = access.MessageChannel(
    "changes", third_party_provider=access.MessageChannelProvider.SLACK, remote_id="C0CHANGES"
)
harbor = access.OnCallSchedule(
    "harbor", third_party_provider=access.OnCallScheduleProvider.PAGER_DUTY, remote_id="PHARBOR"
)
access.EventStream(
    "siem",
    name="Audit log",
    connection_type=access.EventStreamConnectionType.WEBHOOK,
    webhook_url="https://events.tidewater.example/in",
    auth_type=access.WebhookAuthType.API_KEY,
    api_key_credentials=[{"name": "x-api-key", "location": access.WebhookApiKeyLocation.HEADER, "value": stream_key}],
)

# Request rules, questions for requesters, and automation for reviewers.
sensitive = access.ConfigurationTemplate(
    "sensitive",
    name="Sensitive systems",
    admin_owner_id=security.id,
    visibility={"visibility": access.VisibilityType.GLOBAL_},
    require_mfa_to_approve=True,
    require_mfa_to_connect=True,
    request_configurations=[
        {
            "max_duration_minutes": 480,
            "reviewer_stages": [{"operator": access.ReviewStageOperator.OR_, "owner_ids": [security.id]}],
        }
    ],
)
incident = access.RequestTemplate(
    "incident",
    name="Incident",
    custom_fields=[
        {"name": "Which incident?", "type": access.RequestTemplateCustomFieldType.SHORT_TEXT, "required": True},
        {
            "name": "How bad?",
            "type": access.RequestTemplateCustomFieldType.MULTI_CHOICE,
            "metadata": {"multi_choice_data": {"options": ["low", "high"]}},
        },
    ],
)
access.Script(
    "on-duty",
    name="Who is on duty",
    script_type=access.OpalScriptType.CONTEXT_PROVIDER,
    script="""def main(request):
    return {'weekday': request.created_at.weekday}
""",
)
lookout = access.Paladin(
    "lookout",
    name="Lookout",
    owner_id=security.id,
    monitor_mode=True,
    instructions="Deny requests without an incident.",
)
access.PaladinContextSource(
    "lookout-rules",
    paladin_id=lookout.id,
    source_kind=access.PaladinContextSourceKind.DOCUMENT,
    third_party_provider=access.PaladinContextSourceProvider.NOTION,
    remote_id="access-rules",
)

# Systems.
access.App(
    "berths",
    name="Berth planner",
    description="Who may move which ship",
    admin_owner_id=dispatch.id,
    app_type=access.CustomAppType.CUSTOM_CONNECTOR,
    custom_connector={
        "identifier": "berths",
        "base_url": "https://berths.tidewater.example/connector",
        "signing_secret": stream_key,
    },
)
ledger = access.Resource(
    "ledger",
    name="Ledger",
    description="What was paid, and by whom",
    app_id=app,
    resource_type=access.ResourceType.CUSTOM,
    admin_owner_id=security.id,
    configuration_template_id=sensitive.id,
)
ledger_reader = access.CustomAccessLevel(
    "ledger-reader", resource_id=ledger.id, access_level_remote_id="reader", access_level_name="Reader"
)
manifests = access.Resource(
    "manifests", name="Manifests", app_id=app, resource_type=access.ResourceType.CUSTOM, admin_owner_id=dispatch.id
)
access.ResourceVisibility(
    "manifests-visibility",
    resource_id=manifests.id,
    visibility=access.VisibilityType.LIMITED,
    visibility_group_ids=[staff],
)
access.ResourceReviewerStages(
    "manifests-stages",
    resource_id=manifests.id,
    stages=[
        {"operator": access.ReviewStageOperator.AND_, "owner_ids": [dispatch.id]},
        {"operator": access.ReviewStageOperator.OR_, "owner_ids": [security.id]},
    ],
)
access.ResourceMessageChannels("manifests-channels", resource_id=manifests.id, message_channel_ids=[changes.id])
access.ResourceUser("manifests-chiyo", resource_id=manifests.id, user_id=chiyo, duration_minutes=1440)
importer = access.Resource(
    "importer",
    name="Importer",
    app_id=app,
    resource_type=access.ResourceType.AWS_IAM_ROLE,
    remote_info={"aws_iam_role": {"arn": "arn:aws:iam::123456789012:role/importer"}},
)
access.ResourceNonHumanIdentity(
    "manifests-importer", resource_id=manifests.id, non_human_identity_id=importer.id, duration_minutes=0
)
auditors = access.Resource(
    "auditors", name="Auditors of groups", app_id=app, resource_type=access.ResourceType.SVC_SCOPED_ROLE
)
access.ScopedRolePermissions(
    "auditors-permissions",
    resource_id=auditors.id,
    permissions=[
        {
            "target_type": access.RolePermissionTargetType.GROUP,
            "permission_name": access.RolePermissionName.READ,
            "allow_all": True,
        }
    ],
)
access.ResourceReviewers("auditors-reviewers", resource_id=auditors.id, reviewer_ids=[security.id])

# Groups: their members, visibility and resources.
drivers = access.Group(
    "drivers",
    name="Drivers",
    description="Everyone who drives",
    app_id=app,
    admin_owner_id=dispatch.id,
    visibility={"visibility": access.VisibilityType.LIMITED, "visibility_group_ids": [staff]},
    request_configurations=[
        {
            "max_duration_minutes": 480,
            "request_template_id": incident.id,
            "reviewer_stages": [{"operator": access.ReviewStageOperator.OR_, "owner_ids": [dispatch.id]}],
        }
    ],
)
access.GroupUsers("drivers-users", group_id=drivers.id, users=[{"user_id": bruno}, {"user_id": chiyo}])
access.GroupResources(
    "drivers-resources",
    group_id=drivers.id,
    resources=[
        {"resource_id": tracker},
        {"resource_id": ledger.id, "access_level_remote_id": ledger_reader.access_level_remote_id},
    ],
)
drivers_chat = access.Group("drivers-chat", name="Drivers chat", app_id=app)
access.GroupBinding("drivers-linked", source_group_id=drivers.id, groups=[{"group_id": drivers_chat.id}])
crew = access.Group("crew", name="Crew", app_id=app, admin_owner_id=dispatch.id)
access.GroupVisibility(
    "crew-visibility",
    group_id=crew.id,
    visibility=access.VisibilityType.LIMITED,
    visibility_group_ids=[staff, drivers.id],
)
access.GroupReviewerStages(
    "crew-stages",
    group_id=crew.id,
    stages=[{"operator": access.ReviewStageOperator.OR_, "owner_ids": [dispatch.id, security.id]}],
)
access.GroupMessageChannels("crew-channels", group_id=crew.id, message_channel_ids=[changes.id, audit])
access.GroupOnCallSchedules("crew-schedules", group_id=crew.id, on_call_schedule_ids=[harbor.id])
access.GroupResource("crew-manifests", group_id=crew.id, resource_id=manifests.id)
pilots = access.Group("pilots", name="Pilots", app_id=app, admin_owner_id=dispatch.id)
access.ContainingGroup("pilots-in-crew", group_id=pilots.id, containing_group_id=crew.id)
access.GroupUser("pilots-elif", group_id=pilots.id, user_id=elif_, duration_minutes=1440)

# Groups that apps of the identity provider show.
portal = access.Resource(
    "portal",
    name="Portal",
    app_id=directory,
    resource_type=access.ResourceType.OKTA_APP,
    remote_info={"okta_app": {"app_id": "0oa-portal"}},
)
access.IdpGroupMapping("portal-drivers", app_resource_id=portal.id, group_id=drivers.id, alias="Members")
wiki = access.Resource(
    "wiki",
    name="Wiki",
    app_id=directory,
    resource_type=access.ResourceType.OKTA_APP,
    remote_info={"okta_app": {"app_id": "0oa-wiki"}},
)
access.IdpGroupMappings(
    "wiki-groups",
    app_resource_id=wiki.id,
    mappings=[{"group_id": crew.id, "alias": "Crew"}, {"group_id": pilots.id, "hidden_from_end_user": True}],
)

# Tags, and a rule that follows the tags of the directory.
night = access.Tag("night", key="shift", value="night")
access.UserTag("night-ines", user_id=ines.id, tag_id=night.id)
access.GroupTag("night-drivers", group_id=drivers.id, tag_id=night.id)
access.ResourceTag("night-ledger", resource_id=ledger.id, tag_id=night.id)
access.AccessRule(
    "europe",
    name="Everyone in Europe",
    description="Follows the region in the directory",
    admin_owner_id=security.id,
    status=access.AccessRuleStatus.ACTIVE,
    rule_clauses={"when": {"clauses": [{"selectors": [{"key": "region", "value": "eu", "connection_id": directory}]}]}},
)

# A bundle that new employees request.
first_week = access.Bundle(
    "first-week", name="First week", description="What drivers need on the first day", admin_owner_id=dispatch.id
)
access.BundleVisibility(
    "first-week-visibility",
    bundle_id=first_week.id,
    visibility=access.VisibilityType.LIMITED,
    visibility_group_ids=[staff],
)
access.BundleGroup("first-week-drivers", bundle_id=first_week.id, group_id=drivers.id)
access.BundleResource("first-week-tracker", bundle_id=first_week.id, resource_id=tracker)

# The crew is reviewed every quarter.
access.Campaign(
    "quarterly",
    name="Crew, each quarter",
    query={"entitlement_filter": {"entityIDs": [crew.id]}},
    is_template=True,
    cron_expression="0 9 1 */3 *",
    recurring_duration_days=14,
)

# Components: a team with its owner, group and members, and access to the ledger for two hours after approval.
yard = access.components.AccessTeam(
    "yard",
    name="Yard",
    app_id=app,
    reviewer_ids=[ada],
    member_ids=[ada, bruno],
    leader_ids=[ada],
    resources={"tracker": {"resource_id": tracker}},
)
access.components.JustInTimeAccess(
    "ledger-access",
    name="Ledger, for a moment",
    app_id=app,
    admin_owner_id=security.id,
    resources={"ledger": {"resource_id": ledger.id, "access_level_remote_id": ledger_reader.access_level_remote_id}},
    requester_group_ids=[yard.group_id],
    stages=[{"owner_ids": [yard.owner_id]}, {"owner_ids": [security.id], "operator": access.ReviewStageOperator.OR_}],
    max_duration_minutes=120,
)

# An action: request access for the new driver. A preview does not send the request.
asked = access.create_request_output(
    groups=drivers.id.apply(lambda id: [access.CreateRequestResources(id=id)]),
    target_user_id=ines.id,
    duration_minutes=480,
    reason="First shift",
    custom_metadata=[{"name": "Which incident?", "type": "SHORT_TEXT", "value": "INC-1"}],
).status

pulumi.export("driversGroup", drivers.id)
pulumi.export("yardGroup", yard.group_id)
pulumi.export("requestStatus", asked)
