import * as access from 'pulumi-access-governance'

// Windows, tabs, no semicolons.
new access.Owner('miners', {
	name: 'Miners',
	description: 'Below', // ground
	accessRequestEscalationPeriod: 10
})

new access.Tag('shaft', { key: 'shaft', value: '7' })

export = async () => {
	const app = await access.getApp({ name: 'Tidewater' })
	const hugo = await access.getUser({ email: 'hugo@tidewater.example' })
	const pit = new access.Group('pit', {
		name: 'Pit',
		appId: app.appId,
		groupType: 'SVC_GROUP',
		description: 'Deep',
		visibility: { visibility: 'GLOBAL' }
	})
	new access.GroupUsers('pit-users', {
		groupId: pit.id,
		users: [{ userId: hugo.userId }],
		removeRequested: true
	})
}
