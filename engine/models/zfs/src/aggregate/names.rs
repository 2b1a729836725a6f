//! Operations of programs on a mounted file system: creating, removing, renaming, moving, looking up,
//! and listing names.

use super::error::FileSystemError;
use super::file_system::FileSystem;
use crate::directory::{
    AnyDirectory, Cookie, Directory, DirectoryError, Fid, Format, Name, Object, ObjectKind, Stat, V4Directory,
    V5Directory, dispatch,
};

impl FileSystem {
    /// Looks up a name in a directory.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotMounted`], [`FileSystemError::NotADirectory`], or [`FileSystemError::Directory`].
    pub fn lookup(&mut self, directory: Fid, name: &[u8]) -> Result<Fid, FileSystemError> {
        let name = Name::new(name)?;
        self.access(directory)?;
        self.lookup_unaccessed(directory, name)
    }

    /// Returns the object at a path. Each directory on the path is accessed; the object itself is not.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotMounted`] or [`FileSystemError::NoSuchPath`].
    pub fn find(&mut self, path: &str) -> Result<Fid, FileSystemError> {
        let mut at = self.root();
        for name in path.split('/').filter(|name| !name.is_empty()) {
            at = match self.lookup(at, name.as_bytes()) {
                Ok(fid) => fid,
                Err(FileSystemError::NotMounted) => return Err(FileSystemError::NotMounted),
                Err(_) => return Err(FileSystemError::NoSuchPath { path: path.to_owned() }),
            };
        }
        Ok(at)
    }

    /// Lists the names of a directory and their objects, without `.` and `..`.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotMounted`], [`FileSystemError::NotADirectory`], or [`FileSystemError::Directory`].
    pub fn list(&mut self, directory: Fid) -> Result<Vec<(Vec<u8>, Fid)>, FileSystemError> {
        self.access(directory)?;
        self.list_unaccessed(directory)
    }

    /// Returns the size and population of a directory.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotADirectory`] if `directory` is not a directory.
    pub fn stat(&self, directory: Fid) -> Result<Stat, FileSystemError> {
        let opened = self.open_directory(directory)?;
        Ok(dispatch!(&opened, directory => directory.stat(&self.store)))
    }

    /// Returns the kind of the object `fid`; `None` if the object does not exist.
    pub fn object(&self, fid: Fid) -> Option<Object> {
        self.store.object(fid)
    }

    /// Creates a file of this size in kilobytes.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotMounted`], [`FileSystemError::ReadOnly`], [`FileSystemError::NotADirectory`],
    /// [`FileSystemError::Full`], [`FileSystemError::Directory`], or [`FileSystemError::LogTooSmall`].
    pub fn create_file(&mut self, directory: Fid, name: &[u8], kilobytes: u32) -> Result<Fid, FileSystemError> {
        let name = Name::new(name)?;
        self.writable()?;
        self.access(directory)?;
        self.apply_change(|fs| {
            let space = fs.allocate_space(kilobytes)?;
            let fid = fs.store.create_file(space).inspect_err(|_| fs.release_space(space))?;
            fs.add_name(directory, name, fid, ObjectKind::File).inspect_err(|_| {
                fs.store.free_anode(fid);
                fs.release_space(space);
            })?;
            Ok(fid)
        })
    }

    /// Creates a directory in the version's format for new directories.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystem::create_file`].
    pub fn make_directory(&mut self, directory: Fid, name: &[u8]) -> Result<Fid, FileSystemError> {
        let name = Name::new(name)?;
        self.writable()?;
        self.access(directory)?;
        self.open_directory(directory)?;
        self.apply_change(|fs| {
            let fid = fs.create_directory(directory)?;
            fs.add_name(directory, name, fid, ObjectKind::Directory).inspect_err(|_| fs.free_directory(fid))?;
            Ok(fid)
        })
    }

    /// Removes a file.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystem::create_file`], or [`FileSystemError::IsADirectory`].
    pub fn remove_file(&mut self, directory: Fid, name: &[u8]) -> Result<(), FileSystemError> {
        let name = Name::new(name)?;
        self.writable()?;
        self.access(directory)?;
        let fid = self.lookup_unaccessed(directory, name)?;
        if self.object(fid) != Some(Object::File) {
            return Err(FileSystemError::IsADirectory);
        }
        self.apply_change(|fs| {
            fs.remove_name(directory, name, ObjectKind::File)?;
            fs.free_object(fid);
            Ok(())
        })
    }

    /// Removes an empty directory.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystem::create_file`], or [`FileSystemError::NotEmpty`].
    pub fn remove_directory(&mut self, directory: Fid, name: &[u8]) -> Result<(), FileSystemError> {
        let name = Name::new(name)?;
        self.writable()?;
        self.access(directory)?;
        if name.is_reserved() {
            return Err(DirectoryError::Reserved.into());
        }
        let fid = self.lookup_unaccessed(directory, name)?;
        if self.stat(fid)?.names > 0 {
            return Err(FileSystemError::NotEmpty);
        }
        self.apply_change(|fs| {
            fs.remove_name(directory, name, ObjectKind::Directory)?;
            fs.free_object(fid);
            Ok(())
        })
    }

    /// Renames an object within its directory. A file replaces a file that has the new name, and a directory replaces
    /// an empty directory.
    ///
    /// # Errors
    /// Returns the errors of [`FileSystem::create_file`], [`FileSystemError::NotADirectory`],
    /// [`FileSystemError::IsADirectory`], or [`FileSystemError::NotEmpty`].
    pub fn rename(&mut self, directory: Fid, from: &[u8], to: &[u8]) -> Result<(), FileSystemError> {
        let (from, to) = (Name::new(from)?, Name::new(to)?);
        self.writable()?;
        self.access(directory)?;
        if from.is_reserved() || to.is_reserved() {
            return Err(DirectoryError::Reserved.into());
        }
        let moved = self.lookup_unaccessed(directory, from)?;
        if from == to {
            return Ok(());
        }
        let replaced = match self.lookup_unaccessed(directory, to) {
            Ok(fid) => Some(fid),
            Err(FileSystemError::Directory(DirectoryError::NotFound)) => None,
            Err(error) => return Err(error),
        };
        let kind_of = |fs: &Self, fid| match fs.object(fid) {
            Some(Object::Directory(_)) => ObjectKind::Directory,
            _ => ObjectKind::File,
        };
        if let Some(fid) = replaced {
            self.check_replaceable(fid, kind_of(self, moved))?;
        }
        let replaces_directory = replaced.is_some_and(|fid| kind_of(self, fid) == ObjectKind::Directory);
        self.apply_change(|fs| {
            let mut opened = fs.open_directory(directory)?;
            dispatch!(&mut opened, names => names.rename(&mut fs.store, from, to, &mut ()))?;
            if replaces_directory {
                fs.store.decrement_links(directory);
            }
            if let Some(fid) = replaced {
                fs.free_object(fid);
            }
            Ok(())
        })
    }

    /// Moves an object to a new name in the same or another directory. An object with the new name is replaced as by
    /// [`FileSystem::rename`].
    ///
    /// # Errors
    /// Returns the errors of [`FileSystem::rename`], or [`FileSystemError::IntoItself`].
    pub fn move_to(&mut self, from: Fid, name: &[u8], to: Fid, new_name: &[u8]) -> Result<(), FileSystemError> {
        if from == to {
            return self.rename(from, name, new_name);
        }
        let (name, new_name) = (Name::new(name)?, Name::new(new_name)?);
        self.writable()?;
        self.access(from)?;
        self.access(to)?;
        if name.is_reserved() || new_name.is_reserved() {
            return Err(DirectoryError::Reserved.into());
        }
        let moved = self.lookup_unaccessed(from, name)?;
        let kind = match self.object(moved) {
            Some(Object::Directory(_)) => ObjectKind::Directory,
            _ => ObjectKind::File,
        };
        if kind == ObjectKind::Directory && self.is_within(to, moved) {
            return Err(FileSystemError::IntoItself);
        }
        let replaced = match self.lookup_unaccessed(to, new_name) {
            Ok(fid) => Some(fid),
            Err(FileSystemError::Directory(DirectoryError::NotFound)) => None,
            Err(error) => return Err(error),
        };
        if let Some(fid) = replaced {
            self.check_replaceable(fid, kind)?;
        }
        loop {
            // Sync first, because an undo covers all changes since the last sync but must cover only the move.
            self.sync()?;
            match self.move_entry((from, name), (to, new_name), moved, kind, replaced) {
                Ok(()) => return self.sync_if_over_threshold(),
                Err(error) => {
                    self.undo();
                    if !matches!(error, FileSystemError::Directory(DirectoryError::AggregateFull { .. })) {
                        return Err(error);
                    }
                    self.grow().map_err(|growth| FileSystemError::Full { growth })?;
                }
            }
        }
    }

    /// Moves a name from one directory to another. The caller undoes a move that fails.
    fn move_entry(
        &mut self,
        (from, name): (Fid, Name<'_>),
        (to, new_name): (Fid, Name<'_>),
        moved: Fid,
        kind: ObjectKind,
        replaced: Option<Fid>,
    ) -> Result<(), FileSystemError> {
        self.remove_name(from, name, kind)?;
        if let Some(fid) = replaced {
            self.remove_name(to, new_name, kind)?;
            self.free_object(fid);
        }
        self.add_name(to, new_name, moved, kind)?;
        if kind == ObjectKind::Directory {
            self.store.set_parent(moved, to)?;
        }
        Ok(())
    }

    /// Returns whether `directory` is `other` or is below `other`.
    fn is_within(&self, mut directory: Fid, other: Fid) -> bool {
        loop {
            if directory == other {
                return true;
            }
            match self.store.parent_of(directory) {
                Some(parent) if parent != directory => directory = parent,
                _ => return false,
            }
        }
    }

    /// Checks that an object of this kind may replace the object `fid`.
    fn check_replaceable(&self, fid: Fid, by: ObjectKind) -> Result<(), FileSystemError> {
        match (self.object(fid), by) {
            (Some(Object::Directory(_)), ObjectKind::File) => Err(FileSystemError::IsADirectory),
            (Some(Object::Directory(_)), ObjectKind::Directory) if self.stat(fid)?.names > 0 => {
                Err(FileSystemError::NotEmpty)
            }
            (Some(Object::File), ObjectKind::Directory) => Err(FileSystemError::NotADirectory),
            _ => Ok(()),
        }
    }

    /// Accesses a directory: a v4 directory is converted if the file system has the conversion attribute. If the
    /// directory cannot be converted, the access continues.
    pub(super) fn access(&mut self, directory: Fid) -> Result<(), FileSystemError> {
        let mounted = self.mounted.ok_or(FileSystemError::NotMounted)?;
        if mounted.converts_on_access() && self.object(directory) == Some(Object::Directory(Format::V4)) {
            // `LogTooSmall` is the only error that undoes earlier changes.
            if let Err(FileSystemError::LogTooSmall { needed, log_blocks }) = self.convert(directory, Format::V5) {
                return Err(FileSystemError::LogTooSmall { needed, log_blocks });
            }
        }
        Ok(())
    }

    /// Opens the directory `fid`.
    pub(super) fn open_directory(&self, fid: Fid) -> Result<AnyDirectory, FileSystemError> {
        self.store.directory(fid).ok_or(FileSystemError::NotADirectory)
    }

    /// Looks up a name without accessing the directory.
    pub(super) fn lookup_unaccessed(&self, directory: Fid, name: Name<'_>) -> Result<Fid, FileSystemError> {
        let mut opened = self.open_directory(directory)?;
        Ok(dispatch!(&mut opened, names => names.lookup(&self.store, name, &mut ()))?)
    }

    /// Lists the names of a directory without accessing it.
    pub(super) fn list_unaccessed(&self, directory: Fid) -> Result<Vec<(Vec<u8>, Fid)>, FileSystemError> {
        let mut opened = self.open_directory(directory)?;
        let mut found = Vec::new();
        let mut visit = |entry: crate::directory::Entry<'_>| {
            if entry.name != Name::DOT.bytes() && entry.name != Name::DOT_DOT.bytes() {
                found.push((entry.name.to_vec(), entry.fid));
            }
            true
        };
        dispatch!(&mut opened, names => names.readdir(&self.store, Cookie::START, &mut visit, &mut ()))?;
        Ok(found)
    }

    fn add_name(&mut self, directory: Fid, name: Name<'_>, fid: Fid, kind: ObjectKind) -> Result<(), FileSystemError> {
        let mut opened = self.open_directory(directory)?;
        Ok(dispatch!(&mut opened, names => names.create(&mut self.store, name, fid, kind, &mut ()))?)
    }

    fn remove_name(&mut self, directory: Fid, name: Name<'_>, kind: ObjectKind) -> Result<(), FileSystemError> {
        let mut opened = self.open_directory(directory)?;
        dispatch!(&mut opened, names => names.remove(&mut self.store, name, kind, &mut ()))?;
        Ok(())
    }

    /// Creates an empty directory without a name.
    fn create_directory(&mut self, parent: Fid) -> Result<Fid, FileSystemError> {
        let parent = Some(parent);
        Ok(match self.version().directories() {
            Format::V4 => V4Directory::create(&mut self.store, parent)?.fid(&self.store),
            Format::V5 => V5Directory::create(&mut self.store, parent)?.fid(&self.store),
        })
    }

    /// Frees a file or a directory that no longer has a name, with all its blocks.
    fn free_object(&mut self, fid: Fid) {
        match self.store.file_space(fid) {
            Some(space) => {
                self.release_space(space);
                self.store.free_anode(fid);
            }
            None => self.free_directory(fid),
        }
    }

    fn free_directory(&mut self, fid: Fid) {
        if let Ok(blocks) = self.store.directory_blocks(fid) {
            for block in blocks {
                self.store.release(block);
            }
        }
        self.store.free_anode(fid);
    }
}
