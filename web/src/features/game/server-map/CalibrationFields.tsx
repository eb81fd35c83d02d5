import { NumberInput } from '@mantine/core'
import type { MapPoint } from '@tenfour/contract'
import { Fragment, useState, type MouseEvent } from 'react'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import classes from './MapSettings.module.css'

export type DraftPoint = { readonly [Key in keyof MapPoint]: number | '' }
export type DraftPoints = readonly [DraftPoint, DraftPoint]
export const NO_POINT: DraftPoint = { left: '', top: '', x: '', y: '' }

type CalibrationFieldsProps = {
  points: DraftPoints
  onChange: (points: DraftPoints) => void
  /** The image to pick points on; not available for tiles. */
  picture: { readonly address: string; readonly width: number; readonly height: number } | null
}

const FIELDS = [
  ['left', 'Pixels from the left'],
  ['top', 'Pixels from the top'],
  ['x', 'x in the game'],
  ['y', 'y in the game'],
] as const
const SHOWN_WIDTH = 900

/** Two known points: their coordinates in the image and in the game. */
export function CalibrationFields({ points, onChange, picture }: CalibrationFieldsProps) {
  const [active, setActive] = useState<0 | 1>(0)
  const change = (index: 0 | 1, by: Partial<DraftPoint>) => {
    const [first, second] = points
    onChange(index === 0 ? [{ ...first, ...by }, second] : [first, { ...second, ...by }])
  }
  const pick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!picture) return
    const box = event.currentTarget.getBoundingClientRect()
    const scale = picture.width / box.width
    change(active, { left: Math.round((event.clientX - box.left) * scale), top: Math.round((event.clientY - box.top) * scale) })
  }
  return (
    <>
      {picture && (
        <div className={classes.picture}>
          <button type="button" aria-label={`Set point ${active + 1} in the picture`} onClick={pick}>
            <img src={picture.address} alt="" width={SHOWN_WIDTH} />
            <Pin number={1} point={points[0]} picture={picture} />
            <Pin number={2} point={points[1]} picture={picture} />
          </button>
        </div>
      )}
      <div className={classes.points}>
        {([0, 1] as const).map((index) => (
          <Fragment key={index}>
            <FilterChip isOn={active === index} onClick={() => setActive(index)}>
              Point {index + 1}
            </FilterChip>
            {FIELDS.map(([key, label]) => (
              <NumberInput
                key={key}
                size="xs"
                label={label}
                hideControls
                decimalScale={2}
                value={points[index][key]}
                onChange={(value) => change(index, { [key]: typeof value === 'number' ? value : '' })}
              />
            ))}
          </Fragment>
        ))}
      </div>
    </>
  )
}

type PinProps = { number: number; point: DraftPoint; picture: { readonly width: number; readonly height: number } }

function Pin({ number, point: { left, top }, picture }: PinProps) {
  if (left === '' || top === '') return null
  return (
    <span className={classes.pin} style={{ left: `${(left / picture.width) * 100}%`, top: `${(top / picture.height) * 100}%` }}>
      {number}
    </span>
  )
}
