import type { TabletMessage } from '@tenfour/contract'
import type { TabletOpening } from '../net.ts'
import { exchangeTicket } from './exchange.ts'

// The tablet's page: the portal in a frame. Players the game server vouches for are signed in; everyone else sees the login page.

/** Provided by the game. */
declare const GetParentResourceName: (() => string) | undefined

const SILENT_AFTER_LOAD_MS = 4000
const SILENT_MS = 15_000
/** A stored token may turn out to be invalid, so the ticket is kept for this long. */
const KEEP_TICKET_MS = 5000

const tablet = document.querySelector<HTMLElement>('.tablet')
const frame = document.querySelector('iframe')
const resource = typeof GetParentResourceName === 'function' ? GetParentResourceName() : 'tenfour'
const notifyGame = (name: 'close' | 'again') => {
  const headers = { 'Content-Type': 'application/json; charset=UTF-8' }
  // Outside of the game, and while the resource restarts, nothing answers.
  fetch(`https://${resource}/${name}`, { method: 'POST', headers, body: '{}' }).catch(() => undefined)
}

let opening: TabletOpening | undefined
let ticket: string | null = null
let isSignedIn: boolean | undefined
/** URL of the portal that is loaded in the frame and has reported in. */
let shownUrl: string | undefined
let silenceTimer: ReturnType<typeof setTimeout> | undefined

const setState = (state: 'opening' | 'portal' | 'away') => {
  if (tablet) tablet.dataset['state'] = state
  // While covered, the frame must not get keyboard focus.
  if (frame) frame.inert = state !== 'portal'
  if (state === 'portal') frame?.focus()
  if (state === 'away') document.getElementById('again')?.focus()
}
const startSilenceTimer = (ms: number) => {
  clearTimeout(silenceTimer)
  silenceTimer = setTimeout(() => setState('away'), ms)
}

function open(next: TabletOpening): void {
  opening = next
  ticket = next.ticket
  document.body.hidden = false
  // A loaded portal stays, with its session and unsaved input.
  if (shownUrl === next.portalUrl) {
    setState('portal')
    return void handOverToken()
  }
  shownUrl = undefined
  isSignedIn = undefined
  setState('opening')
  startSilenceTimer(SILENT_MS)
  if (frame) frame.src = `${next.portalUrl}/?tablet=true`
}

/** The frame also fires `load` for a browser error page; only the portal sends a message. */
frame?.addEventListener('load', () => {
  if (opening && shownUrl === undefined) startSilenceTimer(SILENT_AFTER_LOAD_MS)
})

async function handOverToken(): Promise<void> {
  if (!opening || ticket === null || isSignedIn !== false) return
  const { portalUrl, apiKey } = opening
  const used = ticket
  ticket = null
  const token = await exchangeTicket(portalUrl, apiKey, used)
  if (token !== null) frame?.contentWindow?.postMessage({ type: 'token', token }, new URL(portalUrl).origin)
}

function onPortalMessage(message: TabletMessage): void {
  if (message.type === 'tablet.key') {
    if (message.key === 'Escape' || message.key === opening?.key.toUpperCase()) notifyGame('close')
    return
  }
  clearTimeout(silenceTimer)
  const isFirst = shownUrl === undefined
  shownUrl = opening?.portalUrl
  ;({ isSignedIn } = message)
  if (isFirst) setState('portal')
  if (!isSignedIn) return void handOverToken()
  const kept = ticket
  setTimeout(() => void (ticket === kept && (ticket = null)), KEEP_TICKET_MS)
}

const isFromFrame = (source: MessageEventSource | null): boolean => {
  if (!(source && 'parent' in source)) return false
  for (let each: Window = source; ; each = each.parent) {
    if (each === frame?.contentWindow) return true
    if (each === each.parent) return false
  }
}

window.addEventListener('message', ({ data, source, origin }: MessageEvent<{ type?: string } | null>) => {
  if (source === frame?.contentWindow) {
    if (opening && origin === new URL(opening.portalUrl).origin && data?.type?.startsWith('tablet.')) onPortalMessage(data as TabletMessage)
    return
  }
  // The game's messages come from the parent; messages of pages inside the portal's frame are ignored.
  if (isFromFrame(source)) return
  if (data?.type === 'open') open(data as TabletOpening)
  if (data?.type === 'close') document.body.hidden = true
})
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' || key === opening?.key.toUpperCase()) notifyGame('close')
})
document.getElementById('close')?.addEventListener('click', () => notifyGame('close'))
document.getElementById('again')?.addEventListener('click', () => {
  setState('opening')
  startSilenceTimer(SILENT_MS)
  notifyGame('again')
})
