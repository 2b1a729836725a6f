//! What programs do with a mounted file system: names come, go and change.

use super::file_system::FileSystem;
use super::refusal::Refusal;
use crate::directory::{
    Cookie, Directory, DirectoryError, Either, Fid, Format, Name, Object, ObjectKind, Stat, V4Directory, V5Directory,
    either,
};

impl FileSystem {
    /// What a name of a directory stands for.
    ///
    /// # Errors
    /// [`Refusal::NotMounted`], [`Refusal::NotADirectory`], [`Refusal::Directory`].
    pub fn lookup(&mut self, directory: Fid, name: &[u8]) -> Result<Fid, Refusal> {
        let name = Name::new(name)?;
        self.access(directory)?;
        self.look(directory, name)
    }

    /// The object that a path stands for. Each directory on the way is accessed; the object itself is not.
    ///
    /// # Errors
    /// [`Refusal::NotMounted`], [`Refusal::NoSuchPath`].
    pub fn find(&mut self, path: &str) -> Result<Fid, Refusal> {
        let mut at = self.root();
        for name in path.split('/').filter(|name| !name.is_empty()) {
            at = match self.lookup(at, name.as_bytes()) {
                Ok(fid) => fid,
                Err(Refusal::NotMounted) => return Err(Refusal::NotMounted),
                Err(_) => return Err(Refusal::NoSuchPath { path: path.to_owned() }),
            };
        }
        Ok(at)
    }

    /// The names of a directory and what they stand for, without `.` and `..`.
    ///
    /// # Errors
    /// [`Refusal::NotMounted`], [`Refusal::NotADirectory`], [`Refusal::Directory`].
    pub fn list(&mut self, directory: Fid) -> Result<Vec<(Vec<u8>, Fid)>, Refusal> {
        self.access(directory)?;
        self.names_of(directory)
    }

    /// Size and population of a directory.
    ///
    /// # Errors
    /// [`Refusal::NotADirectory`].
    pub fn stat(&self, directory: Fid) -> Result<Stat, Refusal> {
        let opened = self.opened(directory)?;
        Ok(either!(&opened, directory => directory.stat(&self.store)))
    }

    /// What `fid` stands for, if anything.
    pub fn object(&self, fid: Fid) -> Option<Object> {
        self.store.object(fid)
    }

    /// Makes a file that takes so many kilobytes.
    ///
    /// # Errors
    /// [`Refusal::NotMounted`], [`Refusal::ReadOnly`], [`Refusal::NotADirectory`], [`Refusal::Full`],
    /// [`Refusal::Directory`], [`Refusal::LogTooSmall`].
    pub fn create_file(&mut self, directory: Fid, name: &[u8], kilobytes: u32) -> Result<Fid, Refusal> {
        let name = Name::new(name)?;
        self.writable()?;
        self.access(directory)?;
        self.change(|fs| {
            let space = fs.take_space(kilobytes)?;
            let fid = fs.store.create_file(space).inspect_err(|_| fs.give_space(space))?;
            fs.enter(directory, name, fid, ObjectKind::File).inspect_err(|_| {
                fs.store.free_anode(fid);
                fs.give_space(space);
            })?;
            Ok(fid)
        })
    }

    /// Makes a directory, in the format that the version has for new ones.
    ///
    /// # Errors
    /// As [`FileSystem::create_file`].
    pub fn make_directory(&mut self, directory: Fid, name: &[u8]) -> Result<Fid, Refusal> {
        let name = Name::new(name)?;
        self.writable()?;
        self.access(directory)?;
        self.opened(directory)?;
        self.change(|fs| {
            let fid = fs.new_directory(directory)?;
            fs.enter(directory, name, fid, ObjectKind::Directory).inspect_err(|_| fs.free_directory(fid))?;
            Ok(fid)
        })
    }

    /// Removes a file.
    ///
    /// # Errors
    /// As [`FileSystem::create_file`]; [`Refusal::IsADirectory`].
    pub fn remove_file(&mut self, directory: Fid, name: &[u8]) -> Result<(), Refusal> {
        let name = Name::new(name)?;
        self.writable()?;
        self.access(directory)?;
        let fid = self.look(directory, name)?;
        if self.object(fid) != Some(Object::File) {
            return Err(Refusal::IsADirectory);
        }
        self.change(|fs| {
            fs.take_out(directory, name, ObjectKind::File)?;
            fs.free_object(fid);
            Ok(())
        })
    }

    /// Removes a directory that has no names.
    ///
    /// # Errors
    /// As [`FileSystem::create_file`]; [`Refusal::NotEmpty`].
    pub fn remove_directory(&mut self, directory: Fid, name: &[u8]) -> Result<(), Refusal> {
        let name = Name::new(name)?;
        self.writable()?;
        self.access(directory)?;
        if name.is_reserved() {
            return Err(DirectoryError::Reserved.into());
        }
        let fid = self.look(directory, name)?;
        if self.stat(fid)?.names > 0 {
            return Err(Refusal::NotEmpty);
        }
        self.change(|fs| {
            fs.take_out(directory, name, ObjectKind::Directory)?;
            fs.free_object(fid);
            Ok(())
        })
    }

    /// Gives an object another name in the same directory. A file that had this name is removed, and so is a
    /// directory without names if the object is a directory, too.
    ///
    /// # Errors
    /// As [`FileSystem::create_file`]; [`Refusal::NotADirectory`], [`Refusal::IsADirectory`], [`Refusal::NotEmpty`].
    pub fn rename(&mut self, directory: Fid, from: &[u8], to: &[u8]) -> Result<(), Refusal> {
        let (from, to) = (Name::new(from)?, Name::new(to)?);
        self.writable()?;
        self.access(directory)?;
        if from.is_reserved() || to.is_reserved() {
            return Err(DirectoryError::Reserved.into());
        }
        let moved = self.look(directory, from)?;
        if from == to {
            return Ok(());
        }
        let replaced = match self.look(directory, to) {
            Ok(fid) => Some(fid),
            Err(Refusal::Directory(DirectoryError::NotFound)) => None,
            Err(refusal) => return Err(refusal),
        };
        let kind_of = |fs: &Self, fid| match fs.object(fid) {
            Some(Object::Directory(_)) => ObjectKind::Directory,
            _ => ObjectKind::File,
        };
        if let Some(fid) = replaced {
            self.replaceable(fid, kind_of(self, moved))?;
        }
        let replaces_directory = replaced.is_some_and(|fid| kind_of(self, fid) == ObjectKind::Directory);
        self.change(|fs| {
            let mut opened = fs.opened(directory)?;
            either!(&mut opened, names => names.rename(&mut fs.store, from, to, &mut ()))?;
            if replaces_directory {
                fs.store.drop_link(directory);
            }
            if let Some(fid) = replaced {
                fs.free_object(fid);
            }
            Ok(())
        })
    }

    /// Gives an object another name, in the same directory or in another one. What had that name is removed as
    /// [`FileSystem::rename`] does it.
    ///
    /// # Errors
    /// As [`FileSystem::rename`]; [`Refusal::IntoItself`].
    pub fn move_to(&mut self, from: Fid, name: &[u8], to: Fid, new_name: &[u8]) -> Result<(), Refusal> {
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
        let moved = self.look(from, name)?;
        let kind = match self.object(moved) {
            Some(Object::Directory(_)) => ObjectKind::Directory,
            _ => ObjectKind::File,
        };
        if kind == ObjectKind::Directory && self.is_in(to, moved) {
            return Err(Refusal::IntoItself);
        }
        let replaced = match self.look(to, new_name) {
            Ok(fid) => Some(fid),
            Err(Refusal::Directory(DirectoryError::NotFound)) => None,
            Err(refusal) => return Err(refusal),
        };
        if let Some(fid) = replaced {
            self.replaceable(fid, kind)?;
        }
        loop {
            // Only what is not in the log yet can be taken back, and that must be this change alone.
            self.sync()?;
            match self.exchange_names((from, name), (to, new_name), moved, kind, replaced) {
                Ok(()) => return self.sync_if_much(),
                Err(refusal) => {
                    self.undo();
                    if !matches!(refusal, Refusal::Directory(DirectoryError::AggregateFull { .. })) {
                        return Err(refusal);
                    }
                    self.grow().map_err(|growth| Refusal::Full { growth })?;
                }
            }
        }
    }

    /// Takes a name out of one directory and enters it into another. Where it fails the caller takes it back.
    fn exchange_names(
        &mut self,
        (from, name): (Fid, Name<'_>),
        (to, new_name): (Fid, Name<'_>),
        moved: Fid,
        kind: ObjectKind,
        replaced: Option<Fid>,
    ) -> Result<(), Refusal> {
        self.take_out(from, name, kind)?;
        if let Some(fid) = replaced {
            self.take_out(to, new_name, kind)?;
            self.free_object(fid);
        }
        self.enter(to, new_name, moved, kind)?;
        if kind == ObjectKind::Directory {
            self.store.set_parent(moved, to)?;
        }
        Ok(())
    }

    /// Whether `directory` is `other` or somewhere below it.
    fn is_in(&self, mut directory: Fid, other: Fid) -> bool {
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

    /// Whether an object of this kind may take the place of `fid`.
    fn replaceable(&self, fid: Fid, by: ObjectKind) -> Result<(), Refusal> {
        match (self.object(fid), by) {
            (Some(Object::Directory(_)), ObjectKind::File) => Err(Refusal::IsADirectory),
            (Some(Object::Directory(_)), ObjectKind::Directory) if self.stat(fid)?.names > 0 => Err(Refusal::NotEmpty),
            (Some(Object::File), ObjectKind::Directory) => Err(Refusal::NotADirectory),
            _ => Ok(()),
        }
    }

    /// Accesses a directory: one in the old format is converted if the file system has the attribute. That it cannot
    /// be converted is no reason to refuse the access.
    pub(super) fn access(&mut self, directory: Fid) -> Result<(), Refusal> {
        let mounted = self.mounted.ok_or(Refusal::NotMounted)?;
        if mounted.converts_on_access() && self.object(directory) == Some(Object::Directory(Format::V4)) {
            // Only this one takes back what was done before.
            if let Err(Refusal::LogTooSmall { needed, log_blocks }) = self.convert(directory, Format::V5) {
                return Err(Refusal::LogTooSmall { needed, log_blocks });
            }
        }
        Ok(())
    }

    /// The directory that `fid` stands for.
    pub(super) fn opened(&self, fid: Fid) -> Result<Either, Refusal> {
        self.store.directory(fid).ok_or(Refusal::NotADirectory)
    }

    /// As [`FileSystem::lookup`], which is no access.
    pub(super) fn look(&self, directory: Fid, name: Name<'_>) -> Result<Fid, Refusal> {
        let mut opened = self.opened(directory)?;
        Ok(either!(&mut opened, names => names.lookup(&self.store, name, &mut ()))?)
    }

    /// As [`FileSystem::list`], which is no access.
    pub(super) fn names_of(&self, directory: Fid) -> Result<Vec<(Vec<u8>, Fid)>, Refusal> {
        let mut opened = self.opened(directory)?;
        let mut found = Vec::new();
        let mut visit = |entry: crate::directory::Entry<'_>| {
            if entry.name != Name::DOT.bytes() && entry.name != Name::DOT_DOT.bytes() {
                found.push((entry.name.to_vec(), entry.fid));
            }
            true
        };
        either!(&mut opened, names => names.readdir(&self.store, Cookie::START, &mut visit, &mut ()))?;
        Ok(found)
    }

    fn enter(&mut self, directory: Fid, name: Name<'_>, fid: Fid, kind: ObjectKind) -> Result<(), Refusal> {
        let mut opened = self.opened(directory)?;
        Ok(either!(&mut opened, names => names.create(&mut self.store, name, fid, kind, &mut ()))?)
    }

    fn take_out(&mut self, directory: Fid, name: Name<'_>, kind: ObjectKind) -> Result<(), Refusal> {
        let mut opened = self.opened(directory)?;
        either!(&mut opened, names => names.remove(&mut self.store, name, kind, &mut ()))?;
        Ok(())
    }

    /// An empty directory that no name stands for yet.
    fn new_directory(&mut self, parent: Fid) -> Result<Fid, Refusal> {
        let parent = Some(parent);
        Ok(match self.version().directories() {
            Format::V4 => V4Directory::create(&mut self.store, parent)?.fid(&self.store),
            Format::V5 => V5Directory::create(&mut self.store, parent)?.fid(&self.store),
        })
    }

    /// Gives back a file or a directory that no name stands for any more, with all it has.
    fn free_object(&mut self, fid: Fid) {
        match self.store.file_space(fid) {
            Some(space) => {
                self.give_space(space);
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
