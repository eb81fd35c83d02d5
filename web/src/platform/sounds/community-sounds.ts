import type { Sound } from '@tenfour/contract'
import { communitySounds, onConfigChange } from '../config/config.ts'
import { lazyModule } from '../load/lazy-module.ts'
import { log } from '../log/log.ts'

const reader = lazyModule(() => import('./sound-samples.ts'))
const known = new Map<string, Float32Array>()
const underWay = new Map<string, Promise<Float32Array>>()

/** The samples of a sound by its digest. Each is fetched once. */
export function samplesOf(digest: string): Promise<Float32Array> {
  const here = known.get(digest)
  if (here) return Promise.resolve(here)
  const fetching = underWay.get(digest) ?? fetchOnce(digest).finally(() => underWay.delete(digest))
  underWay.set(digest, fetching)
  return fetching
}

async function fetchOnce(digest: string): Promise<Float32Array> {
  const { fetchSamples } = await reader.load()
  const samples = await fetchSamples(digest)
  known.set(digest, samples)
  return samples
}

/** The community's own samples for a sound, once they are here; until then the sound is as shipped. */
export function communitySamples(sound: Sound): Float32Array | undefined {
  const digest = communitySounds()[sound]
  return digest === undefined ? undefined : known.get(digest)
}

/** Keeps the community's own sounds at hand, also those that are changed while the page is open. */
export function watchCommunitySounds(): () => void {
  const load = () => {
    for (const [sound, digest] of Object.entries(communitySounds())) {
      samplesOf(digest).catch((error: unknown) => log.warning(`The community's sound ${sound} could not be fetched`, error))
    }
  }
  load()
  return onConfigChange(load)
}
