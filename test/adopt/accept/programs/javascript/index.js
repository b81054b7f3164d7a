'use strict'
const access = require('pulumi-access-governance')

const names = ['swift', 'heron']

module.exports = async () => {
  const app = await access.getApp({ name: 'Tidewater' })
  const femi = await access.getUser({ email: 'femi@tidewater.example' })
  const birds = new access.Owner('birds', { name: 'Birds', description: 'The keeper\'s', userIds: [femi.userId] })
  for (const name of names) {
    new access.Group(name, {
      name: name,
      appId: app.appId,
      groupType: 'SVC_GROUP',
      adminOwnerId: birds.id,
      description: 'A bird',
    })
  }
  new access.Group('owls', { name: 'Owls', appId: app.appId, groupType: 'SVC_GROUP', description: 'Awake "at night"' })
  new access.Tag('wing', { key: 'wing', value: 'left' })
}
