import { PortalConfig, SHIPPED_LOOK, SHIPPED_MEASURES, type CommunitySounds, type Look, type Measures } from '@tenfour/contract'
import { createObservable, useObservable } from '../store/observable.ts'
import { showLook } from './look.ts'

/** Reads the configuration the server wrote into the page. Throws if missing or malformed: without it no call can be made. */
export function readPortalConfig(page: Document): PortalConfig {
  const text = page.getElementById('portal-config')?.textContent
  if (!text) throw new Error('The page carries no portal configuration')
  return PortalConfig.parse(JSON.parse(text))
}

const current = createObservable<PortalConfig | undefined>(undefined)

export function setPortalConfig(config: PortalConfig): void {
  current.set(config)
  showLook(config.look ?? SHIPPED_LOOK)
}

/** The configuration of this page, set at start-up. */
export function portalConfig(): PortalConfig {
  const config = current.get()
  if (!config) throw new Error('The portal configuration is read before it is set')
  return config
}

/** The community's name changes while the page is open: admins may give it another. */
export function setCommunityName(communityName: string | undefined): void {
  if (communityName !== undefined && communityName !== portalConfig().communityName) current.set({ ...portalConfig(), communityName })
}

export const useCommunityName = (): string => useObservable(current)?.communityName ?? ''

/** Admins may change how the portal looks while the page is open. */
export function setLook(look: Look | undefined): void {
  if (look !== undefined && JSON.stringify(look) !== JSON.stringify(portalConfig().look)) setPortalConfig({ ...portalConfig(), look })
}

/** The digests of the community's own sounds, which admins may change while the page is open. */
export const communitySounds = (): CommunitySounds => current.get()?.sounds ?? {}

export function setCommunitySounds(sounds: CommunitySounds | undefined): void {
  if (sounds !== undefined && JSON.stringify(sounds) !== JSON.stringify(communitySounds()))
    current.set({ ...portalConfig(), sounds: { ...sounds } })
}

/** How money and distances are written, which admins may change while the page is open. */
export const measures = (): Measures => current.get()?.measures ?? SHIPPED_MEASURES

/** Amounts and distances drawn from then on follow it. */
export function setMeasures(next: Measures | undefined): void {
  if (next !== undefined && JSON.stringify(next) !== JSON.stringify(measures())) current.set({ ...portalConfig(), measures: next })
}

export const onConfigChange = current.subscribe

export const useLook = (): Look => useObservable(current)?.look ?? SHIPPED_LOOK
