import { getSound, readWav } from '@tenfour/contract'
import { callForFile } from '../api/client.ts'

/** Fetches and reads a sound of the community. In a file of its own, because desktops of communities with the shipped sounds do without it. */
export async function fetchSamples(digest: string): Promise<Float32Array> {
  const file = await callForFile(getSound, { params: { digest }, quiet: true })
  const { samples, problem } = readWav(new Uint8Array(await file.arrayBuffer()))
  if (problem !== null) throw new Error(problem)
  return samples
}
