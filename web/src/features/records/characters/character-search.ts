import { z } from 'zod'

/** The parts of a character's page, in the order of a phone: what is owed comes first. */
export const CHARACTER_TABS = ['fines', 'property', 'licences', 'record', 'identity'] as const
export type CharacterTab = (typeof CHARACTER_TABS)[number]

/** Apart from the page, because every page carries the routes. */
export const CharacterSearch = z.object({ tab: z.enum(CHARACTER_TABS).optional().catch(undefined) })
