// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setPortalConfig } from '../../../platform/config/config.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import { CapabilityOfferCard } from './CapabilityOfferCard.tsx'

const rank = (rankId: number, rankName: string, capabilities: string[]) => ({ rankId, rankName, department: 'LSPD', capabilities })
const OFFER = {
  ranks: [
    rank(5, 'Sergeant', ['approveReports', 'actOnLicences']),
    rank(6, 'Lieutenant', ['approveReports', 'actOnLicences']),
    rank(8, 'Chief', ['grantLeave']),
  ],
}

let offer: typeof OFFER | null
let sent: unknown[]
function show() {
  offer = OFFER
  sent = []
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  vi.spyOn(notify, 'success').mockReturnValue()
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json(offer)
    sent.push(typeof init.body === 'string' && JSON.parse(init.body))
    offer = null
    return Response.json([])
  })
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <CapabilityOfferCard />
      </QueryClientProvider>
    </ThemeProvider>,
  )
}
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.for([
  ['Give', true],
  ['No, thanks', false],
] as const)('the offer says which ranks would be given what, and is gone after ‘%s’', async ([label, isAccepted]) => {
  show()
  await screen.findByRole('button', { name: label })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'LSPD Sergeant, Lieutenant: approve reports, act on licences',
    'LSPD Chief: grant leave',
  ])
  fireEvent.click(screen.getByRole('button', { name: label }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(sent).toEqual([{ isAccepted }])
})
