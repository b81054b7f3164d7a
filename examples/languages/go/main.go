package main

import (
	access "example.com/pulumi-access-governance/sdk/go/accessgovernance"
	"example.com/pulumi-access-governance/sdk/go/accessgovernance/components"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		streamKey := config.RequireSecret(ctx, "streamKey")

		// Look up existing objects by name.
		app := access.LookupAppOutput(ctx, access.LookupAppOutputArgs{Name: pulumi.String("Tidewater")}, nil).AppId()
		directory := access.LookupAppOutput(ctx, access.LookupAppOutputArgs{
			Name: pulumi.String("Tidewater Directory"),
		}, nil).AppId()
		userId := func(email string) pulumi.StringOutput {
			return access.LookupUserOutput(ctx, access.LookupUserOutputArgs{Email: pulumi.String(email)}, nil).UserId()
		}
		ada := userId("ada@tidewater.example")
		bruno := userId("bruno@tidewater.example")
		chiyo := userId("chiyo@tidewater.example")
		elif := userId("elif@tidewater.example")
		staff := access.LookupGroupOutput(ctx, access.LookupGroupOutputArgs{
			Name: pulumi.String("Office staff"),
		}, nil).GroupId()
		tracker := access.LookupResourceOutput(ctx, access.LookupResourceOutputArgs{
			Name: pulumi.String("Freight tracker"),
		}, nil).ResourceId()
		audit := access.LookupMessageChannelOutput(ctx, access.LookupMessageChannelOutputArgs{
			RemoteId: pulumi.String("C0AUDIT"),
		}, nil).MessageChannelId()

		// People, owners and a delegation.
		ines, err := access.NewUser(ctx, "ines", &access.UserArgs{
			Email:     pulumi.String("ines@tidewater.example"),
			FirstName: pulumi.String("Ines"),
			LastName:  pulumi.String("Almeida"),
			Role:      access.UserProductRoleMember,
			Position:  pulumi.String("Driver"),
			ManagerId: bruno,
		})
		if err != nil {
			return err
		}
		security, err := access.NewOwner(ctx, "security", &access.OwnerArgs{
			Name:                          pulumi.String("Security"),
			Description:                   pulumi.String("Approves access to sensitive systems"),
			AccessRequestEscalationPeriod: pulumi.Int(60),
		})
		if err != nil {
			return err
		}
		_, err = access.NewOwnerUsers(ctx, "security-users", &access.OwnerUsersArgs{
			OwnerId: security.ID(),
			UserIds: pulumi.StringArray{ada, elif},
		})
		if err != nil {
			return err
		}
		dispatch, err := access.NewOwner(ctx, "dispatch", &access.OwnerArgs{
			Name:    pulumi.String("Dispatch"),
			UserIds: pulumi.StringArray{bruno, chiyo},
		})
		if err != nil {
			return err
		}
		_, err = access.NewDelegation(ctx, "leave", &access.DelegationArgs{
			DelegatorUserId: chiyo,
			DelegateUserId:  bruno,
			StartTime:       pulumi.String("2099-07-01T00:00:00Z"),
			EndTime:         pulumi.String("2099-07-15T00:00:00Z"),
			Reason:          pulumi.String("On leave"),
		})
		if err != nil {
			return err
		}

		// Notification channels, on-call schedules and the audit log.
		changes, err := access.NewMessageChannel(ctx, "changes", &access.MessageChannelArgs{
			ThirdPartyProvider: access.MessageChannelProviderSlack,
			RemoteId:           pulumi.String("C0CHANGES"),
		})
		if err != nil {
			return err
		}
		harbor, err := access.NewOnCallSchedule(ctx, "harbor", &access.OnCallScheduleArgs{
			ThirdPartyProvider: access.OnCallScheduleProviderPagerDuty,
			RemoteId:           pulumi.String("PHARBOR"),
		})
		if err != nil {
			return err
		}
		_, err = access.NewEventStream(ctx, "siem", &access.EventStreamArgs{
			Name:           pulumi.String("Audit log"),
			ConnectionType: access.EventStreamConnectionTypeWebhook,
			WebhookUrl:     pulumi.String("https://events.tidewater.example/in"),
			AuthType:       access.WebhookAuthTypeApiKey,
			ApiKeyCredentials: access.EventStreamApiKeyCredentialsArray{
				&access.EventStreamApiKeyCredentialsArgs{
					Name:     pulumi.String("x-api-key"),
					Location: access.WebhookApiKeyLocationHeader,
					Value:    streamKey,
				},
			},
		})
		if err != nil {
			return err
		}

		// Request rules, questions for requesters, and automation for reviewers.
		sensitive, err := access.NewConfigurationTemplate(ctx, "sensitive", &access.ConfigurationTemplateArgs{
			Name:                pulumi.String("Sensitive systems"),
			AdminOwnerId:        security.ID(),
			Visibility:          &access.ConfigurationTemplateVisibilityArgs{Visibility: access.VisibilityTypeGlobal},
			RequireMfaToApprove: pulumi.Bool(true),
			RequireMfaToConnect: pulumi.Bool(true),
			RequestConfigurations: access.ConfigurationTemplateRequestConfigurationsArray{
				&access.ConfigurationTemplateRequestConfigurationsArgs{
					MaxDurationMinutes: pulumi.Int(480),
					ReviewerStages: access.ConfigurationTemplateRequestConfigurationsReviewerStagesArray{
						&access.ConfigurationTemplateRequestConfigurationsReviewerStagesArgs{
							Operator: access.ReviewStageOperatorOr,
							OwnerIds: pulumi.StringArray{security.ID()},
						},
					},
				},
			},
		})
		if err != nil {
			return err
		}
		incident, err := access.NewRequestTemplate(ctx, "incident", &access.RequestTemplateArgs{
			Name: pulumi.String("Incident"),
			CustomFields: access.RequestTemplateCustomFieldsArray{
				&access.RequestTemplateCustomFieldsArgs{
					Name:     pulumi.String("Which incident?"),
					Type:     access.RequestTemplateCustomFieldTypeShortText,
					Required: pulumi.Bool(true),
				},
				&access.RequestTemplateCustomFieldsArgs{
					Name: pulumi.String("How bad?"),
					Type: access.RequestTemplateCustomFieldTypeMultiChoice,
					Metadata: &access.RequestTemplateCustomFieldsMetadataArgs{
						MultiChoiceData: &access.RequestTemplateCustomFieldsMetadataMultiChoiceDataArgs{
							Options: pulumi.StringArray{
								pulumi.String("low"),
								pulumi.String("high"),
							},
						},
					},
				},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewScript(ctx, "on-duty", &access.ScriptArgs{
			Name:       pulumi.String("Who is on duty"),
			ScriptType: access.OpalScriptTypeContextProvider,
			Script:     pulumi.String("def main(request):\n    return {'weekday': request.created_at.weekday}\n"),
		})
		if err != nil {
			return err
		}
		lookout, err := access.NewPaladin(ctx, "lookout", &access.PaladinArgs{
			Name:         pulumi.String("Lookout"),
			OwnerId:      security.ID(),
			MonitorMode:  pulumi.Bool(true),
			Instructions: pulumi.String("Deny requests without an incident."),
		})
		if err != nil {
			return err
		}
		_, err = access.NewPaladinContextSource(ctx, "lookout-rules", &access.PaladinContextSourceArgs{
			PaladinId:          lookout.ID(),
			SourceKind:         access.PaladinContextSourceKindDocument,
			ThirdPartyProvider: access.PaladinContextSourceProviderNotion,
			RemoteId:           pulumi.String("access-rules"),
		})
		if err != nil {
			return err
		}

		// Systems.
		_, err = access.NewApp(ctx, "berths", &access.AppArgs{
			Name:         pulumi.String("Berth planner"),
			Description:  pulumi.String("Who may move which ship"),
			AdminOwnerId: dispatch.ID(),
			AppType:      access.CustomAppTypeCustomConnector,
			CustomConnector: &access.AppCustomConnectorArgs{
				Identifier:    pulumi.String("berths"),
				BaseUrl:       pulumi.String("https://berths.tidewater.example/connector"),
				SigningSecret: streamKey,
			},
		})
		if err != nil {
			return err
		}
		ledger, err := access.NewResource(ctx, "ledger", &access.ResourceArgs{
			Name:                    pulumi.String("Ledger"),
			Description:             pulumi.String("What was paid, and by whom"),
			AppId:                   app,
			ResourceType:            access.ResourceTypeCustom,
			AdminOwnerId:            security.ID(),
			ConfigurationTemplateId: sensitive.ID(),
		})
		if err != nil {
			return err
		}
		ledgerReader, err := access.NewCustomAccessLevel(ctx, "ledger-reader", &access.CustomAccessLevelArgs{
			ResourceId:          ledger.ID(),
			AccessLevelRemoteId: pulumi.String("reader"),
			AccessLevelName:     pulumi.String("Reader"),
		})
		if err != nil {
			return err
		}
		manifests, err := access.NewResource(ctx, "manifests", &access.ResourceArgs{
			Name:         pulumi.String("Manifests"),
			AppId:        app,
			ResourceType: access.ResourceTypeCustom,
			AdminOwnerId: dispatch.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewResourceVisibility(ctx, "manifests-visibility", &access.ResourceVisibilityArgs{
			ResourceId:         manifests.ID(),
			Visibility:         access.VisibilityTypeLimited,
			VisibilityGroupIds: pulumi.StringArray{staff},
		})
		if err != nil {
			return err
		}
		_, err = access.NewResourceReviewerStages(ctx, "manifests-stages", &access.ResourceReviewerStagesArgs{
			ResourceId: manifests.ID(),
			Stages: access.ResourceReviewerStagesStagesArray{
				&access.ResourceReviewerStagesStagesArgs{
					Operator: access.ReviewStageOperatorAnd,
					OwnerIds: pulumi.StringArray{dispatch.ID()},
				},
				&access.ResourceReviewerStagesStagesArgs{
					Operator: access.ReviewStageOperatorOr,
					OwnerIds: pulumi.StringArray{security.ID()},
				},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewResourceMessageChannels(ctx, "manifests-channels", &access.ResourceMessageChannelsArgs{
			ResourceId:        manifests.ID(),
			MessageChannelIds: pulumi.StringArray{changes.ID()},
		})
		if err != nil {
			return err
		}
		_, err = access.NewResourceUser(ctx, "manifests-chiyo", &access.ResourceUserArgs{
			ResourceId:      manifests.ID(),
			UserId:          chiyo,
			DurationMinutes: pulumi.Int(1440),
		})
		if err != nil {
			return err
		}
		importer, err := access.NewResource(ctx, "importer", &access.ResourceArgs{
			Name:         pulumi.String("Importer"),
			AppId:        app,
			ResourceType: access.ResourceTypeAwsIamRole,
			RemoteInfo: &access.ResourceRemoteInfoArgs{
				AwsIamRole: &access.ResourceRemoteInfoAwsIamRoleArgs{
					Arn: pulumi.String("arn:aws:iam::123456789012:role/importer"),
				},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewResourceNonHumanIdentity(ctx, "manifests-importer", &access.ResourceNonHumanIdentityArgs{
			ResourceId:         manifests.ID(),
			NonHumanIdentityId: importer.ID(),
			DurationMinutes:    pulumi.Int(0),
		})
		if err != nil {
			return err
		}
		auditors, err := access.NewResource(ctx, "auditors", &access.ResourceArgs{
			Name:         pulumi.String("Auditors of groups"),
			AppId:        app,
			ResourceType: access.ResourceTypeSvcScopedRole,
		})
		if err != nil {
			return err
		}
		_, err = access.NewScopedRolePermissions(ctx, "auditors-permissions", &access.ScopedRolePermissionsArgs{
			ResourceId: auditors.ID(),
			Permissions: access.ScopedRolePermissionsPermissionsArray{
				&access.ScopedRolePermissionsPermissionsArgs{
					TargetType:     access.RolePermissionTargetTypeGroup,
					PermissionName: access.RolePermissionNameRead,
					AllowAll:       pulumi.Bool(true),
				},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewResourceReviewers(ctx, "auditors-reviewers", &access.ResourceReviewersArgs{
			ResourceId:  auditors.ID(),
			ReviewerIds: pulumi.StringArray{security.ID()},
		})
		if err != nil {
			return err
		}

		// Groups: their members, visibility and resources.
		drivers, err := access.NewGroup(ctx, "drivers", &access.GroupArgs{
			Name:         pulumi.String("Drivers"),
			Description:  pulumi.String("Everyone who drives"),
			AppId:        app,
			AdminOwnerId: dispatch.ID(),
			Visibility: &access.GroupVisibilitySettingArgs{
				Visibility:         access.VisibilityTypeLimited,
				VisibilityGroupIds: pulumi.StringArray{staff},
			},
			RequestConfigurations: access.GroupRequestConfigurationsArray{
				&access.GroupRequestConfigurationsArgs{
					MaxDurationMinutes: pulumi.Int(480),
					RequestTemplateId:  incident.ID(),
					ReviewerStages: access.GroupRequestConfigurationsReviewerStagesArray{
						&access.GroupRequestConfigurationsReviewerStagesArgs{
							Operator: access.ReviewStageOperatorOr,
							OwnerIds: pulumi.StringArray{dispatch.ID()},
						},
					},
				},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupUsers(ctx, "drivers-users", &access.GroupUsersArgs{
			GroupId: drivers.ID(),
			Users: access.GroupUsersUsersArray{
				&access.GroupUsersUsersArgs{UserId: bruno},
				&access.GroupUsersUsersArgs{UserId: chiyo},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupResources(ctx, "drivers-resources", &access.GroupResourcesArgs{
			GroupId: drivers.ID(),
			Resources: access.GroupResourcesResourcesArray{
				&access.GroupResourcesResourcesArgs{ResourceId: tracker},
				&access.GroupResourcesResourcesArgs{
					ResourceId:          ledger.ID(),
					AccessLevelRemoteId: ledgerReader.AccessLevelRemoteId,
				},
			},
		})
		if err != nil {
			return err
		}
		driversChat, err := access.NewGroup(ctx, "drivers-chat", &access.GroupArgs{
			Name:  pulumi.String("Drivers chat"),
			AppId: app,
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupBinding(ctx, "drivers-linked", &access.GroupBindingArgs{
			SourceGroupId: drivers.ID(),
			Groups:        access.GroupBindingGroupsArray{&access.GroupBindingGroupsArgs{GroupId: driversChat.ID()}},
		})
		if err != nil {
			return err
		}
		crew, err := access.NewGroup(ctx, "crew", &access.GroupArgs{
			Name:         pulumi.String("Crew"),
			AppId:        app,
			AdminOwnerId: dispatch.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupVisibility(ctx, "crew-visibility", &access.GroupVisibilityArgs{
			GroupId:            crew.ID(),
			Visibility:         access.VisibilityTypeLimited,
			VisibilityGroupIds: pulumi.StringArray{staff, drivers.ID()},
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupReviewerStages(ctx, "crew-stages", &access.GroupReviewerStagesArgs{
			GroupId: crew.ID(),
			Stages: access.GroupReviewerStagesStagesArray{
				&access.GroupReviewerStagesStagesArgs{
					Operator: access.ReviewStageOperatorOr,
					OwnerIds: pulumi.StringArray{dispatch.ID(), security.ID()},
				},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupMessageChannels(ctx, "crew-channels", &access.GroupMessageChannelsArgs{
			GroupId:           crew.ID(),
			MessageChannelIds: pulumi.StringArray{changes.ID(), audit},
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupOnCallSchedules(ctx, "crew-schedules", &access.GroupOnCallSchedulesArgs{
			GroupId:           crew.ID(),
			OnCallScheduleIds: pulumi.StringArray{harbor.ID()},
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupResource(ctx, "crew-manifests", &access.GroupResourceArgs{
			GroupId:    crew.ID(),
			ResourceId: manifests.ID(),
		})
		if err != nil {
			return err
		}
		pilots, err := access.NewGroup(ctx, "pilots", &access.GroupArgs{
			Name:         pulumi.String("Pilots"),
			AppId:        app,
			AdminOwnerId: dispatch.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewContainingGroup(ctx, "pilots-in-crew", &access.ContainingGroupArgs{
			GroupId:           pilots.ID(),
			ContainingGroupId: crew.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupUser(ctx, "pilots-elif", &access.GroupUserArgs{
			GroupId:         pilots.ID(),
			UserId:          elif,
			DurationMinutes: pulumi.Int(1440),
		})
		if err != nil {
			return err
		}

		// Groups that apps of the identity provider show.
		portal, err := access.NewResource(ctx, "portal", &access.ResourceArgs{
			Name:         pulumi.String("Portal"),
			AppId:        directory,
			ResourceType: access.ResourceTypeOktaApp,
			RemoteInfo: &access.ResourceRemoteInfoArgs{
				OktaApp: &access.ResourceRemoteInfoOktaAppArgs{AppId: pulumi.String("0oa-portal")},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewIdpGroupMapping(ctx, "portal-drivers", &access.IdpGroupMappingArgs{
			AppResourceId: portal.ID(),
			GroupId:       drivers.ID(),
			Alias:         pulumi.String("Members"),
		})
		if err != nil {
			return err
		}
		wiki, err := access.NewResource(ctx, "wiki", &access.ResourceArgs{
			Name:         pulumi.String("Wiki"),
			AppId:        directory,
			ResourceType: access.ResourceTypeOktaApp,
			RemoteInfo: &access.ResourceRemoteInfoArgs{
				OktaApp: &access.ResourceRemoteInfoOktaAppArgs{AppId: pulumi.String("0oa-wiki")},
			},
		})
		if err != nil {
			return err
		}
		_, err = access.NewIdpGroupMappings(ctx, "wiki-groups", &access.IdpGroupMappingsArgs{
			AppResourceId: wiki.ID(),
			Mappings: access.IdpGroupMappingsMappingsArray{
				&access.IdpGroupMappingsMappingsArgs{
					GroupId: crew.ID(),
					Alias:   pulumi.String("Crew"),
				},
				&access.IdpGroupMappingsMappingsArgs{
					GroupId:           pilots.ID(),
					HiddenFromEndUser: pulumi.Bool(true),
				},
			},
		})
		if err != nil {
			return err
		}

		// Tags, and a rule that follows the tags of the directory.
		night, err := access.NewTag(ctx, "night", &access.TagArgs{
			Key:   pulumi.String("shift"),
			Value: pulumi.String("night"),
		})
		if err != nil {
			return err
		}
		_, err = access.NewUserTag(ctx, "night-ines", &access.UserTagArgs{
			UserId: ines.ID(),
			TagId:  night.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewGroupTag(ctx, "night-drivers", &access.GroupTagArgs{
			GroupId: drivers.ID(),
			TagId:   night.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewResourceTag(ctx, "night-ledger", &access.ResourceTagArgs{
			ResourceId: ledger.ID(),
			TagId:      night.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewAccessRule(ctx, "europe", &access.AccessRuleArgs{
			Name:         pulumi.String("Everyone in Europe"),
			Description:  pulumi.String("Follows the region in the directory"),
			AdminOwnerId: security.ID(),
			Status:       access.AccessRuleStatusActive,
			RuleClauses: &access.AccessRuleRuleClausesArgs{
				When: &access.AccessRuleRuleClausesWhenArgs{
					Clauses: access.AccessRuleRuleClausesWhenClausesArray{
						&access.AccessRuleRuleClausesWhenClausesArgs{
							Selectors: access.AccessRuleRuleClausesWhenClausesSelectorsArray{
								&access.AccessRuleRuleClausesWhenClausesSelectorsArgs{
									Key:          pulumi.String("region"),
									Value:        pulumi.String("eu"),
									ConnectionId: directory,
								},
							},
						},
					},
				},
			},
		})
		if err != nil {
			return err
		}

		// A bundle that new employees request.
		firstWeek, err := access.NewBundle(ctx, "first-week", &access.BundleArgs{
			Name:         pulumi.String("First week"),
			Description:  pulumi.String("What drivers need on the first day"),
			AdminOwnerId: dispatch.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewBundleVisibility(ctx, "first-week-visibility", &access.BundleVisibilityArgs{
			BundleId:           firstWeek.ID(),
			Visibility:         access.VisibilityTypeLimited,
			VisibilityGroupIds: pulumi.StringArray{staff},
		})
		if err != nil {
			return err
		}
		_, err = access.NewBundleGroup(ctx, "first-week-drivers", &access.BundleGroupArgs{
			BundleId: firstWeek.ID(),
			GroupId:  drivers.ID(),
		})
		if err != nil {
			return err
		}
		_, err = access.NewBundleResource(ctx, "first-week-tracker", &access.BundleResourceArgs{
			BundleId:   firstWeek.ID(),
			ResourceId: tracker,
		})
		if err != nil {
			return err
		}

		// The crew is reviewed every quarter.
		_, err = access.NewCampaign(ctx, "quarterly", &access.CampaignArgs{
			Name: pulumi.String("Crew, each quarter"),
			Query: &access.CampaignQueryArgs{
				EntitlementFilter: pulumi.Any(map[string]any{"entityIDs": pulumi.Array{crew.ID()}}),
			},
			IsTemplate:            pulumi.Bool(true),
			CronExpression:        pulumi.String("0 9 1 */3 *"),
			RecurringDurationDays: pulumi.Int(14),
		})
		if err != nil {
			return err
		}

		// Components: a team with its owner, group and members, and access to the ledger for two hours after approval.
		yard, err := components.NewAccessTeam(ctx, "yard", &components.AccessTeamArgs{
			Name:        pulumi.String("Yard"),
			AppId:       app,
			ReviewerIds: pulumi.StringArray{ada},
			MemberIds:   pulumi.StringArray{ada, bruno},
			LeaderIds:   pulumi.StringArray{ada},
			Resources: components.ResourceAtLevelMap{
				"tracker": &components.ResourceAtLevelArgs{ResourceId: tracker},
			},
		})
		if err != nil {
			return err
		}
		_, err = components.NewJustInTimeAccess(ctx, "ledger-access", &components.JustInTimeAccessArgs{
			Name:         pulumi.String("Ledger, for a moment"),
			AppId:        app,
			AdminOwnerId: security.ID(),
			Resources: components.ResourceAtLevelMap{
				"ledger": &components.ResourceAtLevelArgs{
					ResourceId:          ledger.ID(),
					AccessLevelRemoteId: ledgerReader.AccessLevelRemoteId,
				},
			},
			RequesterGroupIds: pulumi.StringArray{yard.GroupId},
			Stages: components.ApprovalStageArray{
				&components.ApprovalStageArgs{OwnerIds: pulumi.StringArray{yard.OwnerId}},
				&components.ApprovalStageArgs{
					OwnerIds: pulumi.StringArray{security.ID()},
					Operator: access.ReviewStageOperatorOr,
				},
			},
			MaxDurationMinutes: pulumi.Int(120),
		})
		if err != nil {
			return err
		}

		// An action: request access for the new driver. A preview does not send the request.
		asked := access.CreateRequestOutput(ctx, access.CreateRequestOutputArgs{
			Groups:          access.CreateRequestResourcesArray{&access.CreateRequestResourcesArgs{Id: drivers.ID()}},
			TargetUserId:    ines.ID(),
			DurationMinutes: pulumi.Float64(480),
			Reason:          pulumi.String("First shift"),
			CustomMetadata: access.CreateRequestCustomMetadataArray{
				&access.CreateRequestCustomMetadataArgs{
					Name:  pulumi.String("Which incident?"),
					Type:  pulumi.String("SHORT_TEXT"),
					Value: pulumi.String("INC-1"),
				},
			},
		}, nil).Status()

		ctx.Export("driversGroup", drivers.ID())
		ctx.Export("yardGroup", yard.GroupId)
		ctx.Export("requestStatus", asked)
		return nil
	})
}
