/** Where every sandbox has the environment that was prepared for its instance. */
export const ENVIRONMENT_PLACE = "/opt/environment";
