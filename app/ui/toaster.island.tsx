export { Toaster as default } from './toaster.tsx'
