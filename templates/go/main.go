package main

import (
	access "example.com/pulumi-access-governance/sdk/go/accessgovernance"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Look up existing objects by name.
		appName := config.Require(ctx, "app")
		app, err := access.LookupApp(ctx, &access.LookupAppArgs{Name: &appName})
		if err != nil {
			return err
		}
		me, err := access.GetCurrentUser(ctx, &access.GetCurrentUserArgs{})
		if err != nil {
			return err
		}

		// The users of an owner administer and approve. Add the people who should do this.
		approvers, err := access.NewOwner(ctx, "approvers", &access.OwnerArgs{
			Name:    pulumi.String("Production approvers"),
			UserIds: pulumi.StringArray{pulumi.String(me.UserId)},
		})
		if err != nil {
			return err
		}

		// People request to join, an approver decides, and membership lasts at most eight hours. Only administrators can see the group until you add visibility groups.
		onCall, err := access.NewGroup(ctx, "on-call", &access.GroupArgs{
			Name:         pulumi.String("Production on call"),
			AppId:        pulumi.String(app.AppId),
			AdminOwnerId: approvers.ID(),
			Visibility:   access.GroupVisibilitySettingArgs{Visibility: access.VisibilityTypeLimited},
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
