import { inParallel } from './checks.mjs'

const runLane = async (entries, work) => {
  const inStage = (wanted) => entries.filter(([, { stage }]) => stage === wanted)
  const results = await inParallel(inStage('parallel'), work)
  for (const entry of inStage('alone')) results.push(await work(entry))
  return results
}

/** Runs the suites, lanes in parallel, and returns the results in the order of the suites. */
export const runSuites = async (suites, run) => {
  const entries = [...suites.entries()]
  const lanes = [...new Set(suites.map(({ lane }) => lane))]
  const work = async ([index, suite]) => [index, await run(suite)]
  const inLane = (wanted) => entries.filter(([, { lane }]) => lane === wanted)
  const results = await Promise.all(lanes.map((lane) => runLane(inLane(lane), work)))
  return results
    .flat()
    .sort(([a], [b]) => a - b)
    .map(([, result]) => result)
}
