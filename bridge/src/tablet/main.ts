import type { TabletOpening } from '../net.ts'
import { exchangeTicket } from './exchange.ts'

// The page of the tablet: the portal in a frame. Whoever the game server vouches for is signed in; everybody else sees the login page.

const frame = document.querySelector('iframe')
const tellGame = (name: string) => void fetch(`https://${location.host.replace('cfx-nui-', '')}/${name}`, { method: 'POST', body: '{}' })
let shown: string | null = null

async function open({ portalUrl, ticket, apiKey }: TabletOpening): Promise<void> {
  document.body.hidden = false
  if (!frame) return
  // Once loaded it stays, with its session and whatever is half-typed in it.
  const isFirst = shown !== portalUrl
  const loaded = isFirst ? new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })) : Promise.resolve()
  if (isFirst) frame.src = `${portalUrl}/?tablet=true`
  shown = portalUrl
  const token = ticket === null ? null : await exchangeTicket(portalUrl, apiKey, ticket)
  await loaded
  // The portal takes it only while it has none.
  if (token !== null) frame.contentWindow?.postMessage({ type: 'token', token }, new URL(portalUrl).origin)
  frame.focus()
}

window.addEventListener('message', ({ data, source }: MessageEvent<{ type?: string } & TabletOpening>) => {
  // The game's own messages come without a window; what the frame says is not for us.
  if (source === frame?.contentWindow) return
  if (data.type === 'open') void open(data)
  if (data.type === 'close') document.body.hidden = true
})
document.addEventListener('keyup', ({ key }) => void (key === 'Escape' && tellGame('close')))
document.getElementById('close')?.addEventListener('click', () => tellGame('close'))
