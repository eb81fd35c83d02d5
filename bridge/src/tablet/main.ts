import type { TabletMessage } from '@tenfour/contract'
import type { TabletOpening } from '../net.ts'
import { exchangeTicket } from './exchange.ts'

// The page of the tablet: the portal in a frame. Whoever the game server vouches for is signed in; everybody else sees the login page.

/** Put into the page by the game. */
declare const GetParentResourceName: (() => string) | undefined

const SILENT_AFTER_LOAD_MS = 4000
const SILENT_MS = 15_000
/** A token that is stored may turn out to be none: the ticket is kept for that long. */
const KEEP_TICKET_MS = 5000

const tablet = document.querySelector<HTMLElement>('.tablet')
const frame = document.querySelector('iframe')
const resource = typeof GetParentResourceName === 'function' ? GetParentResourceName() : 'tenfour'
const tellGame = (name: 'close' | 'again') => {
  const headers = { 'Content-Type': 'application/json; charset=UTF-8' }
  // Outside of the game, and while the resource restarts, nobody answers.
  fetch(`https://${resource}/${name}`, { method: 'POST', headers, body: '{}' }).catch(() => undefined)
}

let opening: TabletOpening | undefined
let ticket: string | null = null
let isSignedIn: boolean | undefined
/** The portal whose page is in the frame and has said so. */
let shown: string | undefined
let silence: ReturnType<typeof setTimeout> | undefined

const setState = (state: 'opening' | 'portal' | 'away') => {
  if (tablet) tablet.dataset['state'] = state
  // What is covered is out of reach of the keyboard too.
  if (frame) frame.inert = state !== 'portal'
  if (state === 'portal') frame?.focus()
  if (state === 'away') document.getElementById('again')?.focus()
}
const expectWord = (within: number) => {
  clearTimeout(silence)
  silence = setTimeout(() => setState('away'), within)
}

function open(next: TabletOpening): void {
  opening = next
  ticket = next.ticket
  document.body.hidden = false
  // Once it is there it stays, with its session and whatever is half-typed in it.
  if (shown === next.portalUrl) {
    setState('portal')
    return void handOver()
  }
  shown = undefined
  isSignedIn = undefined
  setState('opening')
  expectWord(SILENT_MS)
  if (frame) frame.src = `${next.portalUrl}/?tablet=true`
}

/** A browser shows an error in the frame as it does a page. Only the portal speaks. */
frame?.addEventListener('load', () => {
  if (opening && shown === undefined) expectWord(SILENT_AFTER_LOAD_MS)
})

async function handOver(): Promise<void> {
  if (!opening || ticket === null || isSignedIn !== false) return
  const { portalUrl, apiKey } = opening
  const used = ticket
  ticket = null
  const token = await exchangeTicket(portalUrl, apiKey, used)
  if (token !== null) frame?.contentWindow?.postMessage({ type: 'token', token }, new URL(portalUrl).origin)
}

function hearPortal(message: TabletMessage): void {
  if (message.type === 'tablet.key') {
    if (message.key === 'Escape' || message.key === opening?.key.toUpperCase()) tellGame('close')
    return
  }
  clearTimeout(silence)
  const isFirst = shown === undefined
  shown = opening?.portalUrl
  ;({ isSignedIn } = message)
  if (isFirst) setState('portal')
  if (!isSignedIn) return void handOver()
  const kept = ticket
  setTimeout(() => void (ticket === kept && (ticket = null)), KEEP_TICKET_MS)
}

const isFromWithin = (source: MessageEventSource | null): boolean => {
  if (!(source && 'parent' in source)) return false
  for (let each: Window = source; ; each = each.parent) {
    if (each === frame?.contentWindow) return true
    if (each === each.parent) return false
  }
}

window.addEventListener('message', ({ data, source, origin }: MessageEvent<{ type?: string } | null>) => {
  if (source === frame?.contentWindow) {
    if (opening && origin === new URL(opening.portalUrl).origin && data?.type?.startsWith('tablet.')) hearPortal(data as TabletMessage)
    return
  }
  // The game's own messages come from above; what a page inside the portal says is not for us.
  if (isFromWithin(source)) return
  if (data?.type === 'open') open(data as TabletOpening)
  if (data?.type === 'close') document.body.hidden = true
})
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' || key === opening?.key.toUpperCase()) tellGame('close')
})
document.getElementById('close')?.addEventListener('click', () => tellGame('close'))
document.getElementById('again')?.addEventListener('click', () => {
  setState('opening')
  expectWord(SILENT_MS)
  tellGame('again')
})
