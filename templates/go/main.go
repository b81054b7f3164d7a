package main

import (
	access "example.com/pulumi-access-governance/sdk/go/accessgovernance"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// What exists already is looked up by the names people know.
		appName := config.Require(ctx, "app")
		app, err := access.LookupApp(ctx, &access.LookupAppArgs{Name: &appName})
		if err != nil {
			return err
		}
		me, err := access.GetCurrentUser(ctx, &access.GetCurrentUserArgs{})
		if err != nil {
			return err
		}

		// Owners administer and approve. Add the people who should.
		approvers, err := access.NewOwner(ctx, "approvers", &access.OwnerArgs{
			Name:    pulumi.String("Production approvers"),
			UserIds: pulumi.StringArray{pulumi.String(me.UserId)},
		})
		if err != nil {
			return err
		}

		// People ask for it, an approver decides, and it ends after eight hours. Only administrators see it until you name groups.
		onCall, err := access.NewGroup(ctx, "on-call", &access.GroupArgs{
			Name:         pulumi.String("Production on call"),
			AppId:        pulumi.String(app.AppId),
			AdminOwnerId: approvers.ID(),
			Visibility:   access.GroupVisibilitySettingArgs{Visibility: pulumi.String("LIMITED")},
			RequestConfigurations: access.GroupRequestConfigurationsArray{
				access.GroupRequestConfigurationsArgs{
					MaxDurationMinutes: pulumi.Int(480),
					ReviewerStages: access.GroupRequestConfigurationsReviewerStagesArray{
						access.GroupRequestConfigurationsReviewerStagesArgs{
							OwnerIds: pulumi.StringArray{approvers.ID()},
						},
					},
				},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("onCallGroup", onCall.ID())
		return nil
	})
}
