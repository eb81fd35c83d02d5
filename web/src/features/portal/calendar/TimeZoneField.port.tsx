import { listTimeZones } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { Combo, type ComboProps } from '../../../ui/Combo.tsx'
import classes from './TimeZoneField.module.css'
import { clockIn, matchingZones, nowWords, offsetWords } from './zone-words.port.ts'

/** The time zones that a community can choose. */
export const timeZonesQuery = queryOptions({
  queryKey: ['time-zones'],
  queryFn: ({ signal }) => call(listTimeZones, { quiet: true, signal }),
  staleTime: Infinity,
  // Without the list the field can still be typed into.
  meta: { handled: true },
})

type TimeZoneFieldProps = Pick<ComboProps, 'id' | 'label' | 'description' | 'error' | 'size' | 'disabled' | 'aria-description'> & {
  readonly value: string
  readonly onChange: (zone: string) => void
}

/** A time zone, found by typing part of its name, with the time that it is there. */
export function TimeZoneField({ value, onChange, ...field }: TimeZoneFieldProps) {
  const { data: zones } = useQuery(timeZonesQuery)
  const [isOpen, setOpen] = useState(false)
  const now = useNow(10_000)
  const found = useMemo(() => (isOpen && zones ? matchingZones(zones, value.trim()) : []), [isOpen, zones, value])
  const options = useMemo(
    () =>
      found.map((zone, id) => ({
        id,
        content: (
          <span className={classes.option}>
            <span>{zone.replaceAll('_', ' ')}</span>
            <span className={classes.time}>
              {offsetWords(zone, now)} · {clockIn(zone, now)}
            </span>
          </span>
        ),
      })),
    [found, now],
  )
  return (
    <div>
      <Combo
        {...field}
        text={value}
        onText={(text) => {
          onChange(text)
          setOpen(true)
        }}
        options={options}
        listLabel="Time zones"
        empty={zones ? 'No time zone has this name' : ''}
        isOpen={isOpen && zones !== undefined && !field.disabled}
        onOpen={() => setOpen(true)}
        onLeave={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          setOpen(false)
          event.preventDefault()
          event.stopPropagation()
        }}
        onPick={(id) => {
          onChange(found[id] ?? value)
          setOpen(false)
        }}
      />
      <p className={classes.now}>{nowWords(value.trim(), now) || '\u00A0'}</p>
    </div>
  )
}
