export { effectsOfChange } from './entitlements.effects.ts'
export { watchGifts } from './entitlements.gifts.ts'
export { previewMember } from './entitlements.preview.ts'
export { stopGivingRoles, whyNotGiveRank } from './entitlements.led.ts'
