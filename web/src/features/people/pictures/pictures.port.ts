export { PersonCell } from './PersonCell.tsx'
export { PictureField } from './PictureField.tsx'
export { UserAvatar } from './UserAvatar.tsx'
