import { expect, test } from 'vitest'
import { readInvite } from './StepsCard.tsx'

test('an invitation names the permissions and scopes that it asks for', () => {
  const url = 'https://discord.com/oauth2/authorize?client_id=1&scope=bot+applications.commands&permissions=17179869184'
  expect(readInvite(url)).toEqual({ permissions: '17179869184', names: ['Manage Threads'], scopes: 'bot applications.commands' })
})

test('an invitation that asks for something new still says so; any other address says nothing', () => {
  expect(readInvite('https://discord.com/?permissions=1125899906842624')?.names).toEqual(['bit 50'])
  expect([readInvite('https://discord.com/'), readInvite('nonsense')]).toEqual([null, null])
})
