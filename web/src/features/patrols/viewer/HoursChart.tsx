import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { durationInColumn } from '../../../platform/format/durations.ts'
import { roundTicks, shortNumber } from '../../../ui/chart-ticks.ts'
import type { HoursChartData, HoursPoint } from './hours-by-day.ts'
import { classNames, Stack } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'

type HoursChartProps = { data: HoursChartData; beforeName: string | null }

/** Purely visual: the legend and the table beside it carry the same information. */
export function HoursChart({ data: { series, points, isStacked }, beforeName }: HoursChartProps) {
  const sumOf = ({ hours }: HoursPoint) => Object.values(hours).reduce((sum, each) => sum + each, 0)
  const highest = points.map((point) => Math.max(isStacked ? sumOf(point) : Math.max(...Object.values(point.hours)), point.before ?? 0))
  const ticks = roundTicks(Math.max(...highest))
  const renderTip = ({ active, payload }: { readonly active: boolean; readonly payload: readonly { payload?: unknown }[] }) => {
    const point = points.find((each) => each === payload[0]?.payload)
    return active && point ? <HoursTip point={point} series={series} beforeName={beforeName} /> : null
  }
  return (
    <div className={classes.chart} aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...points]}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          barCategoryGap={points.length > 14 ? '18%' : '28%'}
          barGap={2}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="label" tick={TICK} tickLine={false} axisLine={LINE} interval="preserveStartEnd" minTickGap={6} />
          <YAxis
            domain={[0, ticks.at(-1) ?? 1]}
            ticks={ticks}
            interval={0}
            tickFormatter={shortNumber}
            width={36}
            tick={TICK}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip cursor={{ fill: 'var(--raised)' }} isAnimationActive={false} content={renderTip} />
          {series.map(({ key, color }, index) => (
            <Bar
              key={key}
              dataKey={`hours.${key}`}
              stackId={isStacked ? 'now' : undefined}
              fill={color}
              radius={isStacked && index < series.length - 1 ? 0 : TOP}
              maxBarSize={44}
              isAnimationActive={false}
            />
          ))}
          {beforeName && <Bar dataKey="before" fill="var(--line-strong)" radius={TOP} maxBarSize={44} isAnimationActive={false} />}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
const TICK = { fill: 'var(--text-muted)', fontSize: 12 }
const LINE = { stroke: 'var(--line-strong)' }
const TOP: [number, number, number, number] = [3, 3, 0, 0]

type HoursTipProps = { point: HoursPoint; series: HoursChartData['series']; beforeName: string | null }
const HoursTip = ({ point: { name, hours, before }, series, beforeName }: HoursTipProps) => (
  <Stack gap={1} className={classNames('small', classes.tip)}>
    <strong>{name}</strong>
    {series.map((each) => (
      <span key={each.key}>
        <i style={{ background: each.color }} /> {each.name} <b>{durationInColumn((hours[each.key] ?? 0) * 60)}</b>
      </span>
    ))}
    {beforeName && (
      <span>
        <i style={{ background: 'var(--line-strong)' }} /> {beforeName} <b>{durationInColumn((before ?? 0) * 60)}</b>
      </span>
    )}
  </Stack>
)
