import type { ApiLogRange, ApiLogRate } from '@tenfour/contract'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { roundTicks, shortNumber } from '../../../ui/chart-ticks.ts'
import classes from './api-logs.module.css'
import { clockOf, roundTimes } from './rate-points.ts'

/** Purely visual: the text and the table beside it carry the same information. */
export function RateChart({ rate, range }: { rate: ApiLogRate; range: ApiLogRange }) {
  const points = rate.points.map(({ at, calls, errors }) => ({ at, fine: calls - errors, errors }))
  const ticks = roundTicks(Math.max(...rate.points.map(({ calls }) => calls)))
  return (
    <div className={classes.chart} aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={points} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} barCategoryGap={1} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            ticks={roundTimes(rate.points, range)}
            tickFormatter={clockOf}
            tick={TICK}
            tickLine={false}
            axisLine={LINE}
            interval="preserveStart"
            minTickGap={16}
          />
          <YAxis
            domain={[0, ticks.at(-1) ?? 1]}
            ticks={ticks}
            interval={0}
            tickFormatter={shortNumber}
            width={44}
            tick={TICK}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip cursor={{ fill: 'var(--raised)' }} content={RateTip} isAnimationActive={false} />
          <Bar dataKey="fine" stackId="calls" fill="var(--accent)" isAnimationActive={false} />
          <Bar dataKey="errors" stackId="calls" fill="var(--danger)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
const TICK = { fill: 'var(--text-muted)', fontSize: 12 }
const LINE = { stroke: 'var(--line-strong)' }

type Tip = { active?: boolean; label?: unknown; payload?: readonly { dataKey?: unknown; value?: unknown }[] }
function RateTip({ active, label, payload = [] }: Tip) {
  if (!active) return null
  const valueOf = (key: string) => Number(payload.find(({ dataKey }) => dataKey === key)?.value ?? 0)
  const [calls, errors] = [valueOf('fine') + valueOf('errors'), valueOf('errors')]
  return (
    <div className={classes.tip}>
      <strong>{typeof label === 'string' ? clockOf(label) : ''}</strong>
      <span>
        {calls.toLocaleString('en')} {calls === 1 ? 'call' : 'calls'}
      </span>
      <span>
        {errors.toLocaleString('en')} {errors === 1 ? 'error' : 'errors'}
      </span>
    </div>
  )
}
