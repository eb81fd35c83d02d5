import { LOCALE } from './dates.ts'

/** Apart from dates.ts, which every page carries. */

const longDayFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** '20:14' in local time. */
export const clockTime = (instant: string | number): string => timeFormat.format(new Date(instant))

/** 'Saturday 14 November 2026' in local time. */
export const longDay = (instant: string | number): string => longDayFormat.format(new Date(instant))
