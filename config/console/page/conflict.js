// Asks what shall hold when the order changed under somebody's moves. The dialog is fetched when it is needed.

/** 'theirs', 'mine' or 'combine'. */
export async function askAboutOrder(workspace, conflict) {
  const { orderConflict } = await import('../list/order-conflict.js');
  return orderConflict(workspace, conflict);
}
