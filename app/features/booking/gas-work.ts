/** Work on these may be work on gas, which the law leaves to engineers of the Gas Safe Register. */
const gasServices: readonly string[] = ['Boiler Breakdown', 'Water Heater']

/** Whether a type of emergency may be work on gas. */
export const needsGasSafe = (service: string): boolean => gasServices.includes(service)
