export { watchGifts } from './entitlements.gifts.ts'
export { previewMember } from './entitlements.preview.ts'
