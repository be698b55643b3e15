// What the farm is told by email. The owner changes it under Settings.

export const alerts = { low_stock: true, payments: true, mail: true, morning: true, hour: 7 };
